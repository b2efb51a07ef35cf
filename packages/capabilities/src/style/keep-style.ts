import { type OutputSchema, parseOutput } from '@toolwright/core';
import { MAX_TITLE, type Style } from './resolve-style.js';
import { shortenTitle } from './shorten-title.js';

/** Enough for a family with its skin tones, or a code such as `:wheelchair:`. */
const MAX_EMOJI = 32;

export interface StyleRules {
  readonly capability: string;
  readonly style: Style;
  /** What the answer has to be, changed or not. */
  readonly output: OutputSchema | undefined;
}

/** An answer that keeps its style, and what had to be changed for it. */
export interface KeptStyle {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

/**
 * Holds the `title` and the `emoji` of a commit or pull request to what was asked for: a model may forget it, and a hook that
 * refuses long titles will not. Anything else passes as it is.
 */
export async function keepStyle(
  value: unknown,
  { capability, style, output }: StyleRules,
): Promise<KeptStyle> {
  if ((capability !== 'commit' && capability !== 'pr') || !hasTitle(value)) return { value, warnings: [] };
  const emoji = typeof value.emoji === 'string' ? value.emoji.trim() : '';
  const fits = style.gitmoji && emoji.length <= MAX_EMOJI;
  const room = MAX_TITLE - (emoji !== '' && fits ? emoji.length + 1 : 0);
  const warnings: string[] = [];
  const plain = style.gitmoji ? value.title : value.title.replace(LEADING_EMOJI, '');
  if (plain !== value.title) warnings.push('The emoji was taken out of the title: the style has none.');
  const title = shortenTitle(plain, room);
  if (title !== plain) warnings.push(`The title was shortened: it may have ${MAX_TITLE} characters.`);
  const kept = title === value.title ? value : { ...value, title };
  if (emoji === '' || fits) return { value: kept, warnings };
  warnings.push(
    `The emoji was taken out: ${style.gitmoji ? 'it is too long for one.' : 'the style has none.'}`,
  );
  return { value: await withoutEmoji(kept, output), warnings };
}

/** In the first way that the schema takes. */
async function withoutEmoji(value: object, output: OutputSchema | undefined): Promise<unknown> {
  for (const emoji of [null, undefined, '']) {
    const candidate = { ...value, emoji };
    if (await accepts(candidate, output)) return candidate;
  }
  return value;
}

async function accepts(value: object, output: OutputSchema | undefined): Promise<boolean> {
  if (output === undefined) return true;
  try {
    return !(await parseOutput(JSON.stringify(value), output)).recovered;
  } catch {
    // Refused: the next way is tried.
    return false;
  }
}

/** An emoji, or the code of one, at the beginning. Digits and `#` are no emoji here, though Unicode lets them begin some. */
const LEADING_EMOJI =
  /^(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+|:[a-z\d_+-]+:)\s*/u;

function hasTitle(value: unknown): value is { readonly title: string; readonly emoji?: unknown } {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';
}
