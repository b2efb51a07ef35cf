import type { PlacedChange, PlacedDiff } from './placed-change.js';
import { shownMessage, shownSubject } from './shown-change.js';

const COMMANDS: Readonly<Record<PlacedChange['verdict'], string>> = {
  breaking: 'error',
  compatible: 'notice',
  'model-visible': 'warning',
};

/**
 * Workflow commands, one a line, which GitHub Actions shows beside the source.
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function formatGithub({ changes, release }: PlacedDiff): string {
  return [...changes.map(annotation), `Release: ${release}`].join('\n');
}

function annotation(change: PlacedChange): string {
  const { file, line, verdict } = change;
  const place = file === undefined ? [] : [`file=${property(file)}`, `line=${line}`];
  const title = `title=${property(`${verdict}: ${shownSubject(change)}`)}`;
  return `::${COMMANDS[verdict]} ${[...place, title].join(',')}::${data(shownMessage(change))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
