import { formatCount } from '@toolwright/contract';
import { useMemo } from 'preact/hooks';
import type { ModelStep } from '../../../src/timeline/step.js';
import { findTool } from '../api/studio.js';
import { JsonTree } from '../look/json-tree.js';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { readWireSettings } from './read-wire-settings.js';

/** Shows the settings and the offered tools of the last request. */
export function ModelSettings({ step: { exchanges, message } }: { readonly step: ModelStep }) {
  const body = exchanges.at(-1)?.request.body;
  const settings = useMemo(() => (body === undefined ? undefined : readWireSettings(body)), [body]);
  if (body === undefined) return null;
  if (settings === undefined) return <p class="soft small">The settings cannot be read. See “Wire”.</p>;
  const { short, others, tools } = settings;
  const calls = message?.tool_calls?.map((call) => call.function.name) ?? [];
  const called = tools.filter((name) => calls.includes(name)).length;
  return (
    <>
      {short.length > 0 && (
        <p class="small numbers">
          <Text text={short.join(' · ')} />
        </p>
      )}
      {Object.keys(others).length > 0 && (
        <details>
          <summary class="small">Other settings</summary>
          <JsonTree label="Other settings" value={others} />
        </details>
      )}
      {tools.length > 0 && (
        <details>
          <summary class="small">
            {formatCount(tools.length, 'tool')} offered, {called} called
          </summary>
          <ul class="stack tight small">
            {tools.map((name, index) => (
              <OfferedTool key={index} name={name} calls={calls.filter((call) => call === name).length} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function OfferedTool({ name, calls }: { readonly name: string; readonly calls: number }) {
  return (
    <li>
      {findTool(name) !== undefined ? (
        <a href={formatRoute({ page: 'tools', tool: name })}>
          <Text text={name} />
        </a>
      ) : (
        <Line text={name} />
      )}
      {calls > 0 && <span class="soft"> called {calls}×</span>}
    </li>
  );
}
