import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ReplayRequest, ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { ErrorBox } from '../look/blocks.js';
import { Dialog } from '../look/dialog.js';
import { replay } from './run-head.js';

interface BranchProps {
  readonly label: string;
  /** Renders the dialog each time it opens. */
  readonly children: (close: () => void) => ComponentChildren;
}

export function BranchButton({ label, children }: BranchProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" onClick={() => setOpen(true)}>
        {label}…
      </button>
      {isOpen && children(() => setOpen(false))}
    </div>
  );
}

interface BranchDialogProps {
  readonly title: string;
  readonly explanation: string;
  readonly runId: string;
  readonly isValid: boolean;
  readonly toBranch: () => NonNullable<ReplayRequest['branch']>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog that starts a branch of a run with the values entered in its fields. */
export function BranchDialog(props: BranchDialogProps) {
  const { title, explanation, runId, isValid, toBranch, onClose, children } = props;
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const start = async () => {
    try {
      await replay(runId, { branch: toBranch() });
      onClose();
    } catch (error) {
      setFailure(toShownError(error));
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="soft">{explanation}</p>
      {children}
      {failure !== undefined && <ErrorBox error={failure} />}
      <div class="actions">
        <button type="button" class="primary" disabled={!isValid} onClick={start}>
          Run the branch
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
