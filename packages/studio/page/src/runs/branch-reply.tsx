import type { ToolCall } from '@toolwright/contract';
import { useId, useState } from 'preact/hooks';
import type { ReplayRequest, ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { program } from '../api/studio.js';
import { ErrorBox } from '../look/blocks.js';
import { Dialog } from '../look/dialog.js';
import { CallEditor } from './call-editor.js';
import { argumentsOf, type EditedCall, newCall, problemOf, toEditedCall } from './edited-call.js';
import { replay } from './run-head.js';

interface BranchReplyProps {
  readonly runId: string;
  readonly agent: string;
  /** Counts the replies of the run from 0. */
  readonly step: number;
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** Runs a run again with another reply of the model: its text and its calls. */
export function BranchReply(props: BranchReplyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" onClick={() => setOpen(true)}>
        Branch with another reply…
      </button>
      {isOpen && <BranchReplyDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

function BranchReplyDialog(props: BranchReplyProps & { readonly onClose: () => void }) {
  const { runId, agent, step, onClose } = props;
  const [text, setText] = useState(props.text);
  const [calls, setCalls] = useState<readonly EditedCall[]>(() => props.calls.map(toEditedCall));
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const id = useId();
  const { value: state } = program;
  const tools = state.status === 'ready' ? state.agents.find(({ name }) => name === agent)?.tools : [];
  const change = (call: EditedCall, next: readonly EditedCall[]) =>
    setCalls(calls.flatMap((one) => (one.key === call.key ? next : [one])));
  const start = async () => {
    const branch: ReplayRequest['branch'] = {
      ...{ kind: 'reply', step, text },
      calls: calls.map((call) => ({
        ...(call.id !== undefined && { id: call.id }),
        ...{ name: call.name, arguments: argumentsOf(call) },
      })),
    };
    try {
      await replay(runId, { branch });
      onClose();
    } catch (error) {
      setFailure(toShownError(error));
    }
  };
  return (
    <Dialog title="Branch with another reply" onClose={onClose}>
      <p class="soft">
        The run is repeated from the record up to this reply. Its text and its calls are what you write here.
        The calls are made, and the real model goes on from there.
      </p>
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
      {failure !== undefined && <ErrorBox error={failure} />}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={calls.some((call) => problemOf(call) !== undefined)}
          onClick={start}
        >
          Run the branch
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
