import type { JsonSchema } from '@toolwright/contract';
import { useEffect, useState } from 'preact/hooks';
import type { SourceReply, StudioTool } from '../../../src/protocol/requests.js';
import { server } from '../api/studio.js';
import { Back } from '../look/blocks.js';
import { EditorLink } from '../look/editor-link.js';
import { JsonTree } from '../look/json-tree.js';
import { SourceLines } from '../look/source-lines.js';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { CallPanel } from './call-panel.js';
import { hintsOf } from './hints.js';
import { Changes, Effects, UsedBy } from './tool-facts.js';
import { UncountedTokens } from './uncounted-tokens.js';

export function ToolPage({ tool }: { readonly tool: StudioTool }) {
  const { spec, tokens, changes = [], effects } = tool;
  return (
    <article class="page" aria-labelledby="tool-name">
      <Back href={formatRoute({ page: 'tools' })}>Tools</Back>
      <header class="stack">
        <div class="head">
          <h1 id="tool-name" class="mono">
            <Text text={spec.name} />
          </h1>
          {spec.annotations.title !== undefined && <Line text={spec.annotations.title} class="soft" />}
          <div class="actions">
            {hintsOf(spec).map(({ label, tone, title }) => (
              <span key={label} class={`tag ${tone}`} title={title}>
                {label}
              </span>
            ))}
            {tokens !== undefined && (
              <span class="tag numbers" title="Tokens that its definition takes in a request">
                {tokens.toLocaleString('en-US')} tokens
              </span>
            )}
          </div>
        </div>
        <div>
          <Text text={spec.description} />
        </div>
        {spec.source !== undefined && <Source {...spec.source} />}
        <UsedBy tool={spec.name} />
        {tokens === undefined && <UncountedTokens />}
      </header>
      {changes.length > 0 && <Changes changes={changes} />}
      <CallPanel tool={tool} />
      {effects !== undefined && <Effects effects={effects} />}
      <section class="card stack" aria-label="Schema">
        <h2>What models see</h2>
        <SchemaTrees parameters={spec.parameters} output={spec.output} />
      </section>
    </article>
  );
}

function SchemaTrees({
  parameters,
  output,
}: {
  readonly parameters: JsonSchema;
  readonly output: JsonSchema | undefined;
}) {
  return (
    <>
      <h3>Arguments</h3>
      {/* A schema is JSON. */}
      <JsonTree label="Schema of the arguments" value={parameters as never} />
      {output !== undefined && (
        <>
          <h3>Result</h3>
          <JsonTree label="Schema of the result" value={output as never} />
        </>
      )}
    </>
  );
}

function Source({ file, line }: { readonly file: string; readonly line: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="mono">
        <Line text={`${file}:${line}`} />
      </summary>
      <div class="stack tight">
        {isOpen && <SourceExcerpt file={file} line={line} />}
        <EditorLink file={file} line={line}>
          Open in VS Code
        </EditorLink>
      </div>
    </details>
  );
}

function SourceExcerpt({ file, line }: { readonly file: string; readonly line: number }) {
  const [source, setSource] = useState<SourceReply | string>('Reading…');
  useEffect(() => {
    const query = new URLSearchParams({ file, line: String(line) });
    server
      .api<SourceReply>(`source?${query}`)
      .then(setSource)
      .catch((error: unknown) => setSource(error instanceof Error ? error.message : String(error)));
  }, [file, line]);
  if (typeof source === 'string') return <p class="soft">{source}</p>;
  return (
    <SourceLines label={`${file}, line ${line}`} from={source.from} lines={source.lines} marked={line} />
  );
}
