import { type JsonObject, visibleLine } from '@toolwright/contract';
import { Dialog } from '../look/dialog.js';
import { Code, Text } from '../look/text.js';

interface ConsentDialogProps {
  readonly tool: string;
  /** The reason consent is needed. */
  readonly question: string;
  readonly isDestructive: boolean;
  readonly args: JsonObject;
  readonly onAgree: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before a potentially destructive tool is called. */
export function ConsentDialog({ tool, question, isDestructive, args, onAgree, onClose }: ConsentDialogProps) {
  return (
    <Dialog title={`Call ${visibleLine(tool)}?`} onClose={onClose}>
      <p>
        <Text text={question} /> This calls the real tool of your program.
      </p>
      <Code label="The arguments" text={JSON.stringify(args, null, 2)} />
      <div class="actions">
        <button type="button" class={isDestructive ? 'danger' : 'primary'} onClick={onAgree}>
          Call it
        </button>
        {/* The safe choice has the focus. */}
        <button type="button" autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
