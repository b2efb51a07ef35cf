import { formatDuration, type JsonObject } from '@toolwright/contract';
import { useRef } from 'preact/hooks';
import type { CallEntry, StudioTool } from '../../../src/protocol/requests.js';
import { calls, info, program, server } from '../api/studio.js';
import { ArgumentsForm } from '../form/arguments-form.js';
import { readArguments } from '../form/read-json-text.js';
import { CopyButton } from '../look/copy-button.js';
import { formatClock } from '../look/format.js';
import { submitOnCtrlEnter } from '../look/submit-on-ctrl-enter.js';
import { Line } from '../look/text.js';
import { CallView } from './call-view.js';
import { ConsentDialog } from './consent-dialog.js';
import { toCommand, toTest } from './copy-call.js';
import { useDraft } from './drafts.js';
import { RefusalBox } from './refusal-box.js';
import { argumentsOf, useCall } from './use-call.js';

export function CallPanel({ tool }: { readonly tool: StudioTool }) {
  const { name, parameters, annotations } = tool.spec;
  const { args, json, initial, isInitial, write } = useDraft(name, parameters);
  const { refusal, clear, question, start, callId, setCallId } = useCall(name, () =>
    requestAnimationFrame(() => outcome.current?.scrollIntoView({ block: 'nearest' })),
  );
  const outcome = useRef<HTMLElement>(null);
  const own = calls.value.filter((call) => call.tool === name);
  const shown = own.find((call) => call.callId === callId) ?? own[0];
  const isBusy = shown !== undefined && shown.end === undefined;

  const edit = (next: JsonObject, text?: string) => {
    write({ args: next, json: text });
    clear();
  };
  const fill = (next: JsonObject) => edit(next, json === undefined ? undefined : toText(next));
  const submit = (event: Event) => {
    event.preventDefault();
    start(args, false);
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
        <WaySwitch
          isForm={json === undefined}
          isFormPossible={jsonProblem === undefined}
          onForm={() => write({ args })}
          onJson={() => write({ args, json: json ?? toText(args) })}
        />
        {tool.examples.length > 0 && <Examples examples={tool.examples} onChoose={fill} />}
        {(!isInitial || jsonProblem !== undefined) && (
          <button type="button" class="quiet" onClick={() => fill(initial)}>
            Reset
          </button>
        )}
      </div>
      <form class="stack" noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        {json === undefined ? (
          <ArgumentsForm
            id="arguments"
            schema={parameters}
            value={args}
            issues={refusal?.issues ?? []}
            onChange={(next) => edit(next)}
          />
        ) : (
          <JsonArguments
            text={json}
            problem={jsonProblem}
            onInput={(text) => {
              const read = readArguments(text);
              if (read.ok) edit(read.value, text);
              else write({ args, json: text });
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
          <CopyButton label="Copy as JSON" text={() => toText(args)} />
          <span class="soft small" aria-live="polite">
            {isBusy ? 'Running…' : ''}
          </span>
          {isBusy && (
            <button
              type="button"
              onClick={() =>
                void server.api(`calls/${shown.callId}/abort`, { method: 'POST', body: {} }).catch(() => {})
              }
            >
              Stop
            </button>
          )}
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
            fill(argumentsOf(chosen));
          }}
        />
      )}
      {question !== undefined && (
        <ConsentDialog
          tool={name}
          question={question}
          isDestructive={annotations.destructive === true}
          args={args}
          onAgree={() => start(args, true)}
          onClose={clear}
        />
      )}
    </section>
  );
}

interface WaySwitchProps {
  readonly isForm: boolean;
  readonly isFormPossible: boolean;
  readonly onForm: () => void;
  readonly onJson: () => void;
}

function WaySwitch({ isForm, isFormPossible, onForm, onJson }: WaySwitchProps) {
  return (
    <fieldset class="segments" aria-label="How to write the arguments">
      <button type="button" aria-pressed={isForm} disabled={!isFormPossible} onClick={onForm}>
        Form
      </button>
      <button type="button" aria-pressed={!isForm} onClick={onJson}>
        JSON
      </button>
    </fieldset>
  );
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

function toText(args: JsonObject): string {
  return JSON.stringify(args, null, 2);
}

function problemOf(json: string): string | undefined {
  const read = readArguments(json);
  return read.ok ? undefined : read.message;
}

/** Returns the outcome of a call for the copied test, if the call was made with these arguments. */
function sameCallEnd(call: (typeof calls.value)[number] | undefined, args: JsonObject) {
  return call !== undefined && JSON.stringify(argumentsOf(call)) === JSON.stringify(args)
    ? call.end
    : undefined;
}

interface CallHistoryProps {
  readonly calls: readonly CallEntry[];
  readonly current: string | undefined;
  readonly onChoose: (call: CallEntry) => void;
}

/** Lists earlier calls from this page. Choosing one restores its arguments and shows its result. */
function CallHistory({ calls, current, onChoose }: CallHistoryProps) {
  return (
    <details>
      <summary>History ({calls.length})</summary>
      <div class="history">
        {calls.map((call) => (
          <button
            key={call.callId}
            type="button"
            aria-pressed={call.callId === current}
            onClick={() => onChoose(call)}
          >
            <span class={`dot ${toneOf(call)}`} />
            <span class="soft numbers nowrap">{formatClock(call.startedAt)}</span>
            <Line text={JSON.stringify(call.arguments)} class="mono grow" />
            <span class="soft numbers nowrap">
              {call.end === undefined ? 'running' : formatDuration(call.end.durationMs)}
            </span>
          </button>
        ))}
      </div>
    </details>
  );
}

function toneOf({ end }: CallEntry): string {
  if (end === undefined) return 'warn';
  return 'error' in end ? 'bad' : 'good';
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
