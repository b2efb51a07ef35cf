import { useId, useState } from 'preact/hooks';
import type { ReplayRequest, ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { readJsonText } from '../form/read-json-text.js';
import { ErrorBox } from '../look/blocks.js';
import { Dialog } from '../look/dialog.js';
import { replay } from './run-head.js';

interface BranchButtonProps {
  readonly runId: string;
  readonly label: string;
  readonly explanation: string;
  readonly initial: string;
  readonly toBranch: (text: string) => NonNullable<ReplayRequest['branch']>;
}

/** Runs a run again with another result, which is JSON, at this step. */
export function BranchButton(props: BranchButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" onClick={() => setOpen(true)}>
        {props.label}…
      </button>
      {isOpen && <BranchDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

function BranchDialog(props: BranchButtonProps & { readonly onClose: () => void }) {
  const { label, explanation, initial, runId, toBranch, onClose } = props;
  const [text, setText] = useState(initial);
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const id = useId();
  const read = readJsonText(text);
  const start = async () => {
    try {
      await replay(runId, { branch: toBranch(text) });
      onClose();
    } catch (error) {
      setFailure(toShownError(error));
    }
  };
  return (
    <Dialog title={label} onClose={onClose}>
      <p class="soft">{explanation}</p>
      <label class="hidden-text" for={id}>
        Result as JSON
      </label>
      <textarea
        id={id}
        class="code"
        rows={10}
        spellcheck={false}
        value={text}
        aria-invalid={!read.ok}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="field-help bad" aria-live="polite">
        {read.ok ? '' : read.message}
      </div>
      {failure !== undefined && <ErrorBox error={failure} />}
      <div class="actions">
        <button type="button" class="primary" disabled={!read.ok} onClick={start}>
          Run the branch
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
