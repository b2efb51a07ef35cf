import type { JsonObject } from '@toolwright/contract';
import { useRef, useState } from 'preact/hooks';
import type { CallStarted, ShownError, StudioTool } from '../../../src/protocol/requests.js';
import { RequestError, toShownError } from '../api/request.js';
import { calls, info, mergeCall, program, server } from '../api/studio.js';
import { ArgumentsForm } from '../form/arguments-form.js';
import { initialValue } from '../form/initial-value.js';
import { issuePlace } from '../form/issue-place.js';
import { readArguments } from '../form/read-json-text.js';
import { ErrorBox } from '../look/blocks.js';
import { CopyButton } from '../look/copy-button.js';
import { Text } from '../look/text.js';
import { CallHistory } from './call-history.js';
import { CallView } from './call-view.js';
import { ConsentDialog } from './consent-dialog.js';
import { toCommand, toTest } from './copy-call.js';

/** A form for the arguments, the same as JSON, and what calls of the tool returned. */
export function CallPanel({ tool }: { readonly tool: StudioTool }) {
  const { name, parameters, annotations } = tool.spec;
  // The initial value of an object is one.
  const [args, setArgs] = useState(() => initialValue(parameters, parameters) as JsonObject);
  const [json, setJson] = useState<string | undefined>(undefined);
  const [refusal, setRefusal] = useState<ShownError | undefined>(undefined);
  const [asks, setAsks] = useState(false);
  const [callId, setCallId] = useState<string | undefined>(undefined);
  const outcome = useRef<HTMLElement>(null);
  const own = calls.value.filter((call) => call.tool === name);
  const shown = own.find((call) => call.callId === callId) ?? own[0];
  const isBusy = shown !== undefined && shown.end === undefined;

  const edit = (next: JsonObject) => {
    setArgs(next);
    setRefusal(undefined);
  };
  const call = async (consent: boolean) => {
    setAsks(false);
    setRefusal(undefined);
    const begun = Date.now();
    try {
      const body = { tool: name, arguments: args, ...(consent && { consent: true }) };
      const started = await server.api<CallStarted>('calls', { method: 'POST', body });
      mergeCall({ callId: started.callId, tool: name, arguments: args, startedAt: begun, logs: [] });
      setCallId(started.callId);
      requestAnimationFrame(() => outcome.current?.scrollIntoView({ block: 'nearest' }));
    } catch (error) {
      if (error instanceof RequestError && error.shown.code === 'NEEDS_CONSENT') setAsks(true);
      else setRefusal(toShownError(error));
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (annotations.destructive) setAsks(true);
    else void call(false);
  };
  const jsonProblem = json === undefined ? undefined : problemOf(json);
  const copied = {
    tool: name,
    arguments: args,
    registry: info.value?.started.registry,
    end: sameCallEnd(shown, args),
  };

  return (
    <section class="card stack" aria-label="Call">
      <div class="head">
        <h2>Call it</h2>
        <fieldset class="segments" aria-label="How to write the arguments">
          <button
            type="button"
            aria-pressed={json === undefined}
            disabled={jsonProblem !== undefined}
            onClick={() => setJson(undefined)}
          >
            Form
          </button>
          <button
            type="button"
            aria-pressed={json !== undefined}
            onClick={() => setJson(json ?? JSON.stringify(args, null, 2))}
          >
            JSON
          </button>
        </fieldset>
        {tool.examples.length > 0 && (
          <Examples
            examples={tool.examples}
            onChoose={(example) => {
              edit(example);
              if (json !== undefined) setJson(JSON.stringify(example, null, 2));
            }}
          />
        )}
      </div>
      <form
        class="stack"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        {json === undefined ? (
          <ArgumentsForm
            id="arguments"
            schema={parameters}
            value={args}
            issues={refusal?.issues ?? []}
            onChange={edit}
          />
        ) : (
          <JsonArguments
            text={json}
            problem={jsonProblem}
            onInput={(text) => {
              setJson(text);
              const read = readArguments(text);
              if (read.ok) edit(read.value);
            }}
          />
        )}
        {refusal !== undefined && <RefusalBox refusal={refusal} />}
        <div class="actions">
          <button
            type="submit"
            class={annotations.destructive ? 'danger' : 'primary'}
            disabled={jsonProblem !== undefined || program.value.status !== 'ready'}
          >
            {annotations.destructive ? 'Call…' : 'Call'}
          </button>
          <CopyButton label="Copy as command" text={() => toCommand(copied)} />
          <CopyButton label="Copy as test" text={() => toTest(copied)} />
          <CopyButton label="Copy as JSON" text={() => JSON.stringify(args, null, 2)} />
          <span class="soft small" aria-live="polite">
            {isBusy ? 'Running…' : ''}
          </span>
        </div>
      </form>
      <section class="outcome stack" ref={outcome} aria-label="Result">
        {shown === undefined ? (
          <p class="soft small">The result appears here, with logs, progress and time.</p>
        ) : (
          <CallView key={shown.callId} call={shown} />
        )}
      </section>
      {own.length > 1 && (
        <CallHistory
          calls={own}
          current={shown?.callId}
          onChoose={(chosen) => {
            setCallId(chosen.callId);
            edit(chosen.arguments);
            if (json !== undefined) setJson(JSON.stringify(chosen.arguments, null, 2));
          }}
        />
      )}
      {asks && (
        <ConsentDialog
          tool={name}
          args={args}
          onAgree={() => void call(true)}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  );
}

interface JsonArgumentsProps {
  readonly text: string;
  readonly problem: string | undefined;
  readonly onInput: (text: string) => void;
}

function JsonArguments({ text, problem, onInput }: JsonArgumentsProps) {
  return (
    <div class="field">
      <label for="arguments-json">Arguments as JSON</label>
      <textarea
        id="arguments-json"
        class="code"
        rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
        spellcheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby="arguments-json-help"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <div id="arguments-json-help" class="field-help bad" aria-live="polite">
        {problem}
      </div>
    </div>
  );
}

/** All sentences together; each leads to its field. */
function RefusalBox({ refusal }: { readonly refusal: ShownError }) {
  const { issues = [] } = refusal;
  if (issues.length === 0) return <ErrorBox error={refusal} />;
  return (
    <div class="error-box stack tight" role="alert">
      <strong>The registry refuses this call:</strong>
      <ul>
        {issues.map((issue) => (
          <li key={`${issue.path} ${issue.message}`}>
            <button type="button" class="quiet" onClick={() => focusField(issuePlace(issue))}>
              <Text text={issue.message} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Puts the focus on the field of a path, or on the nearest one around it. */
function focusField(path: string): void {
  for (
    let place = path;
    place !== '';
    place = place.slice(0, Math.max(0, place.search(/(?:\.[^.[\]]*|\[[^[\]]*\])$/)))
  ) {
    const element = document.getElementById(`arguments-${place}`);
    if (element === null) continue;
    element.focus();
    return;
  }
}

function Examples({
  examples,
  onChoose,
}: {
  readonly examples: readonly JsonObject[];
  readonly onChoose: (example: JsonObject) => void;
}) {
  return (
    <div class="actions">
      {examples.slice(0, 5).map((example, index) => (
        <button key={index} type="button" class="quiet" onClick={() => onChoose(example)}>
          {examples.length === 1 ? 'Fill in the example' : `Example ${index + 1}`}
        </button>
      ))}
    </div>
  );
}

function problemOf(json: string): string | undefined {
  const read = readArguments(json);
  return read.ok ? undefined : read.message;
}

/** The outcome belongs into a test only if it is that of these arguments. */
function sameCallEnd(call: (typeof calls.value)[number] | undefined, args: JsonObject) {
  return call !== undefined && JSON.stringify(call.arguments) === JSON.stringify(args) ? call.end : undefined;
}
