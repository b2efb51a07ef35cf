import { Dialog } from './look/dialog.js';
import { Facts } from './look/facts.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'Search'],
  ['?', 'This list'],
  ['g t, g r, g c, g p, g s, g e', 'Go to tools, runs, playground, problems, sessions, evals'],
  ['↑ ↓ Home End', 'Move in a list'],
  ['← →', 'Close and open parts of a JSON tree, files of tools and steps of a run; step in the timeline'],
  ['j k', 'Next and previous step of a run'],
  ['+ − 0', 'Zoom the timeline in, out, all'],
  ['Ctrl+Enter', 'Call the tool, start the run or send the message, from any field of the form'],
];

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <Facts facts={KEYS.map(([keys, meaning]) => [<kbd key={keys}>{keys}</kbd>, meaning])} />
      <div class="actions">
        <button type="button" autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
