import { escapeUnseen, formatWorkflowCommand } from '@toolwright/contract';
import type { PlacedChange, PlacedDiff } from './placed-change.js';
import { shownMessage, shownSubject } from './shown-change.js';

const COMMANDS = {
  breaking: 'error',
  compatible: 'notice',
  'model-visible': 'warning',
} as const satisfies Record<PlacedChange['verdict'], string>;

/** Formats changes as workflow commands, one per line. GitHub Actions shows them next to the source. */
export function formatGithub({ changes, release }: PlacedDiff): string {
  return [...changes.map(annotation), `Release: ${release}`].join('\n');
}

function annotation(change: PlacedChange): string {
  const { file, line, verdict } = change;
  return formatWorkflowCommand({
    command: COMMANDS[verdict],
    properties: {
      file: file === undefined ? undefined : escapeUnseen(file),
      line,
      title: `${verdict}: ${shownSubject(change)}`,
    },
    message: shownMessage(change),
  });
}
