import type { ToolCall } from '@toolwright/contract';
import { useId, useState } from 'preact/hooks';
import { program } from '../api/studio.js';
import { Text } from '../look/text.js';
import { BranchButton, BranchDialog } from './branch-dialog.js';
import { argumentsOf, type EditedCall, newCall, problemOf, toEditedCall } from './edited-call.js';

interface BranchReplyProps {
  readonly runId: string;
  readonly agent: string;
  /** The index of the reply in the run, starting at 0. */
  readonly step: number;
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

const LABEL = 'Branch with another reply';

export function BranchReply(props: BranchReplyProps) {
  return <BranchButton label={LABEL}>{(close) => <ReplyDialog {...props} onClose={close} />}</BranchButton>;
}

function ReplyDialog(props: BranchReplyProps & { readonly onClose: () => void }) {
  const { runId, agent, step, onClose } = props;
  const [text, setText] = useState(props.text);
  const [calls, setCalls] = useState<readonly EditedCall[]>(() => props.calls.map(toEditedCall));
  const id = useId();
  const { value: state } = program;
  const tools = state.status === 'ready' ? state.agents.find(({ name }) => name === agent)?.tools : [];
  const change = (call: EditedCall, next: readonly EditedCall[]) =>
    setCalls(calls.flatMap((one) => (one.key === call.key ? next : [one])));
  return (
    <BranchDialog
      title={LABEL}
      explanation="The run is replayed from the record up to this reply, which is replaced by the text and calls that you enter here. The calls are executed, and the real model continues from there."
      runId={runId}
      isValid={!calls.some((call) => problemOf(call) !== undefined)}
      toBranch={() => ({ kind: 'reply', step, text, calls: calls.map(toSentCall) })}
      onClose={onClose}
    >
      <label for={id}>Reply</label>
      <textarea
        id={id}
        class="code"
        rows={5}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {calls.map((call, index) => (
        <CallEditor
          key={call.key}
          number={index + 1}
          call={call}
          tools={tools ?? []}
          onChange={(next) => change(call, [next])}
          onRemove={() => change(call, [])}
        />
      ))}
      <div>
        <button type="button" onClick={() => setCalls([...calls, newCall()])}>
          Add a call
        </button>
      </div>
    </BranchDialog>
  );
}

function toSentCall(call: EditedCall) {
  const { id, name } = call;
  return { ...(id !== undefined && { id }), name, arguments: argumentsOf(call) };
}

interface CallEditorProps {
  readonly number: number;
  readonly call: EditedCall;
  /** The tool names to suggest. */
  readonly tools: readonly string[];
  readonly onChange: (call: EditedCall) => void;
  readonly onRemove: () => void;
}

function CallEditor({ number, call, tools, onChange, onRemove }: CallEditorProps) {
  const id = useId();
  const problem = problemOf(call);
  return (
    <fieldset class="stack tight">
      <legend>Call {number}</legend>
      <div class="row-line">
        <label class="hidden-text" for={`${id}-name`}>
          Tool of call {number}
        </label>
        <input
          id={`${id}-name`}
          class="mono grow"
          list={`${id}-tools`}
          placeholder="Tool"
          spellcheck={false}
          value={call.name}
          aria-invalid={problem?.name !== undefined}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => onChange({ ...call, name: currentTarget.value })}
        />
        <datalist id={`${id}-tools`}>
          {tools.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="button" aria-label={`Remove call ${number}`} onClick={onRemove}>
          Remove
        </button>
      </div>
      <label class="hidden-text" for={`${id}-arguments`}>
        Arguments of call {number} as JSON
      </label>
      <textarea
        id={`${id}-arguments`}
        class="code"
        rows={4}
        spellcheck={false}
        value={call.text}
        aria-invalid={problem?.text !== undefined}
        aria-describedby={`${id}-problem`}
        onInput={({ currentTarget }) => onChange({ ...call, text: currentTarget.value })}
      />
      <div id={`${id}-problem`} class="field-help bad" aria-live="polite">
        <Text text={[problem?.name, problem?.text].filter(Boolean).join(' ')} />
      </div>
    </fieldset>
  );
}
