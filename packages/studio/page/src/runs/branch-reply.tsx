import type { ToolCall } from '@toolwright/contract';
import { useId, useState } from 'preact/hooks';
import { program } from '../api/studio.js';
import { BranchButton, BranchDialog } from './branch-dialog.js';
import { CallEditor } from './call-editor.js';
import { argumentsOf, type EditedCall, newCall, problemOf, toEditedCall } from './edited-call.js';

interface BranchReplyProps {
  readonly runId: string;
  readonly agent: string;
  /** The index of the reply in the run, from 0. */
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
