import { escapeUnseen, shortenText } from '@toolwright/contract';
import type { PlacedChange } from './placed-change.js';

const MAX_SHOWN = 200;

/** Returns the example as people see it, if any. It is untrusted, so characters that hide or break text are escaped. */
export function shownExample({ example }: PlacedChange): string | undefined {
  return example === undefined ? undefined : escapeUnseen(shortenText(JSON.stringify(example), MAX_SHOWN));
}

/** Returns a label that explains what the example demonstrates. */
export function exampleLabel({ side, path }: PlacedChange): string {
  if (side === 'input' && /\/properties\/[^/]+\/default$/.test(path)) return 'has a different meaning now';
  return side === 'output' ? 'possible now' : 'refused now';
}

/** Describes the whole change in one sentence, without naming the tool. */
export function shownMessage(change: PlacedChange): string {
  const example = shownExample(change);
  const end = example === undefined ? '' : `; ${exampleLabel(change)}: ${example}`;
  return `${escapeUnseen(change.message)}${end}`;
}

/** Formats the subject of a change, e.g. `tool input /parameters/…`. */
export function shownSubject({ tool, side, path }: PlacedChange): string {
  return escapeUnseen([tool, side, path].filter((part) => part !== '').join(' '));
}
