import { textStart } from '@toolwright/contract';
/** What must be known of a message before it is committed. */
export interface MessageCheck {
  /** Characters that nobody can see, as `U+202E`: what is committed would not be what was shown. */
  readonly hidden: readonly string[];
  /** Sentences about lines that other programs act on, or that speak for somebody. */
  readonly claims: readonly string[];
}

const MAX_LENGTH = 20_000;
const MAX_CLAIMS = 10;
const MAX_LINE = 100;

/** Scripts whose letters are joined or parted by characters without a width. */
const JOINING = ['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Malayalam']
  .concat(['Mongolian', 'Myanmar', 'Oriya', 'Sinhala', 'Syriac', 'Tamil', 'Telugu'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** Parts of emoji and of words, which are seen by what they do. */
const VISIBLE = [
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  `(?<=[${JOINING}])[\\u200C\\u200D]`,
].join('|');
/** Control and format characters, separators of lines, halves of characters, and all else that fonts draw as nothing. */
const HIDDEN = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
const EITHER = new RegExp(`(${VISIBLE})|${HIDDEN}`, 'gu');

const TRAILER = /^[ \t]*(?:[a-z][a-z-]*-by|change-id|reviewed-on|skip-checks)[ \t]*:.*$/gim;
const AUTOSQUASH = /^(fixup|squash|amend)! /;
const SKIP = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|\*\*\*NO_CI\*\*\*/i;

/** Looks a message through as it would be committed. */
export function checkMessage(text: string): MessageCheck {
  const hidden = new Set<string>();
  for (const [character, visible] of text.matchAll(EITHER)) {
    if (visible === undefined) hidden.add(codeOf(character));
  }
  return { hidden: [...hidden], claims: findClaims(text) };
}

/** A text with names in the place of characters that nobody can see: `<U+202E>`. */
export function showHidden(text: string): string {
  return text.replace(
    EITHER,
    (character, visible: string | undefined) => visible ?? `<${codeOf(character)}>`,
  );
}

function findClaims(text: string): string[] {
  const claims: string[] = [];
  const [, command] = AUTOSQUASH.exec(text) ?? [];
  if (command !== undefined)
    claims.push(`The title begins with "${command}!", by which a rebase folds the commit into another one.`);
  const skip = SKIP.exec(text)?.[0];
  if (skip !== undefined) claims.push(`It holds "${skip}", so no checks would run.`);
  for (const [line] of text.matchAll(TRAILER)) {
    if (claims.length >= MAX_CLAIMS) break;
    claims.push(`It speaks for somebody: "${textStart(line.trim(), MAX_LINE)}".`);
  }
  if (text.length > MAX_LENGTH) claims.push(`It is ${text.length} characters long.`);
  return claims;
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
