import { escapeUnseen, shortenText } from '@toolwright/contract';
import type { PlacedChange } from './placed-change.js';

const MAX_SHOWN = 200;

/** The example for people, or undefined. It comes from others, so characters that hide or break text are escaped. */
export function shownExample({ example }: PlacedChange): string | undefined {
  return example === undefined ? undefined : escapeUnseen(shortenText(JSON.stringify(example), MAX_SHOWN));
}

/** Says what an example shows. */
export function exampleLabel({ side, path }: PlacedChange): string {
  if (side === 'input' && /\/properties\/[^/]+\/default$/.test(path)) return 'means something else now';
  return side === 'output' ? 'possible now' : 'refused now';
}

/** The whole change in one sentence, without its tool. */
export function shownMessage(change: PlacedChange): string {
  const example = shownExample(change);
  const end = example === undefined ? '' : `; ${exampleLabel(change)}: ${example}`;
  return `${escapeUnseen(change.message)}${end}`;
}

/** `tool input /parameters/…`. */
export function shownSubject({ tool, side, path }: PlacedChange): string {
  return escapeUnseen([tool, side, path].filter((part) => part !== '').join(' '));
}
