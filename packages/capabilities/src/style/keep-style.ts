import { textStart } from '@toolwright/contract';
import { type OutputSchema, parseOutput } from '@toolwright/core';
import { MAX_TITLE, type Style } from './resolve-style.js';

/** The maximum length of an emoji: enough for a family with skin tones, or a code such as `:wheelchair:`. */
const MAX_EMOJI = 32;

export interface StyleRules {
  readonly capability: string;
  readonly style: Style;
  /** The schema that a changed answer must still match. */
  readonly output: OutputSchema | undefined;
}

/** An answer in the requested style, with a warning for each change. */
export interface KeptStyle {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

/**
 * Enforces the style of `title` and `emoji` in a commit or pull request, because models forget it and commit hooks refuse long titles.
 * Other answers stay unchanged.
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
  const { title: line, rest } = splitTitle(value.title);
  if (rest !== '') warnings.push('The title had several lines: all but the first are now in the message.');
  const plain = style.gitmoji ? line : line.replace(LEADING_EMOJI, '');
  if (plain !== line) warnings.push('The emoji was removed from the title: the style does not use emoji.');
  const title = shortenTitle(plain, room);
  const isShort = title === plain;
  if (!isShort)
    warnings.push(`The title was shortened to ${MAX_TITLE} characters: the message begins with all of it.`);
  const further = [...(isShort ? [] : [plain]), rest].filter(Boolean).join('\n');
  const kept = title === value.title ? value : withBody({ ...value, title }, further);
  if (emoji === '' || fits) return { value: kept, warnings };
  warnings.push(
    `The emoji was removed: ${style.gitmoji ? 'it is too long.' : 'the style does not use emoji.'}`,
  );
  return { value: await withoutEmoji(kept, output), warnings };
}

/** Returns the first line, without the backticks of Markdown around it, and the other lines. */
function splitTitle(text: string): { readonly title: string; readonly rest: string } {
  const [first = '', ...more] = text.trim().split(/\r?\n/);
  return {
    title: first
      .trim()
      .replace(/^(`{1,3})([^`]+)\1$/, '$2')
      .trim(),
    rest: more.join('\n').trim(),
  };
}

/** Adds text before the message of a commit or the summary of a pull request. */
function withBody(value: object, rest: string): object {
  const name = ['message', 'summary'].find((one) => one in value);
  const body = Object.entries(value).find(([key]) => key === name)?.[1];
  return rest === '' || name === undefined
    ? value
    : { ...value, [name]: [rest, body].filter(Boolean).join('\n\n') };
}

/** Returns the first line, shortened to `most` UTF-16 code units. Shortens between words if that keeps at least half of them. */
export function shortenTitle(title: string, most: number): string {
  const line = title.trim().split(/\r?\n/, 1)[0]?.trim() ?? '';
  if (line.length <= most) return line;
  const cut = textStart(line, most - 1);
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0));
  return `${(words.length >= most / 2 ? words : cut).replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** Removes the emoji in the first way that the schema accepts. */
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
    // The caller tries the next value.
    return false;
  }
}

/** Matches a leading emoji or emoji code. Digits and `#` are excluded, although some emoji start with them. */
const LEADING_EMOJI =
  /^(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+|:[a-z\d_+-]+:)\s*/u;

function hasTitle(value: unknown): value is { readonly title: string; readonly emoji?: unknown } {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';
}
