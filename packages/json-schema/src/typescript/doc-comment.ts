import { findCodeSigns } from './code-signs.js';

/** The text and the tags of a JSDoc comment. */
export interface DocText {
  /** May be empty. */
  readonly text: string;
  /** Whole tags, each on one line, such as `@minimum 1`. */
  readonly tags: readonly string[];
}

/** Characters that nobody sees, or that reorder what a reader sees. Joiners stay, because emoji and several scripts need them. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\p{Bidi_Control}\p{Surrogate}\u{e0000}-\u{e007f}]/gu;

/** Returns a text as a comment can hold it: without characters that nobody sees, and with ordinary line breaks. */
export function commentText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '')
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n')
    .trim();
}

/** Says what a comment changes in a text, apart from space around its lines; undefined for ordinary texts. */
export function changeInComment(text: string): string | undefined {
  if (text.replace(/\r\n/g, '').search(new RegExp(UNSEEN.source, 'u')) >= 0)
    return 'has lost characters that nobody sees';
  return text.includes('@') && HIDDEN_FENCE.test(text) ? 'has dashes for asterisks before code' : undefined;
}

/** A fence after a bullet, which is a fence only once the asterisks of the comment are gone. */
const HIDDEN_FENCE = /^(\s*)\*(?=\s*(?:`{3}|~{3}))/m;

/**
 * Writes a JSDoc comment, which ends where it should, and which codegen reads back as the same text, whatever the text holds.
 * @returns an empty string if there is nothing to say, otherwise whole lines
 */
export function docComment({ text, tags }: DocText, margin: string): string {
  const plain = escapeComment(commentText(text));
  const lines = [...(plain === '' ? [] : plain.split('\n')), ...tags];
  const [only] = lines;
  if (only === undefined) return '';
  if (lines.length === 1 && margin.length + only.length <= MAX_LINE) return `${margin}/** ${only} */\n`;
  const body = lines.map((line) => (line === '' ? `${margin} *\n` : `${margin} * ${line}\n`)).join('');
  return `${margin}/**\n${body}${margin} */\n`;
}

const MAX_LINE = 100;

/** Escapes what would end a comment, and each `@` outside of code, which would begin a tag or a link. */
function escapeComment(text: string): string {
  const plain = text.replace(/\*(\\*)\//g, '*$1\\/');
  if (!plain.includes('@')) return plain;
  return escapeSigns(plain.replace(new RegExp(HIDDEN_FENCE.source, 'gm'), '$1-'));
}

function escapeSigns(plain: string): string {
  const signs = findCodeSigns(plain);
  return plain.replace(/@/g, (sign, at: number) => (signs.has(at) ? sign : `\\${sign}`));
}

/** Whether a text can follow a tag's name: one line that codegen reads back as it is. */
export function isTagText(text: string): boolean {
  return text !== '' && text === commentText(text) && !/[\n`]|\*\\*\/|(?:^|[\s{])@/.test(text);
}

/** Writes a JSON value as the text of a tag such as `@default`: JSON whose strings escape what comments give a meaning. */
export function jsonTagText(value: unknown): string {
  return JSON.stringify(value)
    .replace(
      /[@`\u007f-\u009f\u00ad\u2028\u2029\ufeff]|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu,
      escaped,
    )
    .replaceAll('*/', '*\\/');
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Writes a string literal with single quotes, in which nothing is hidden. */
export function quote(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\(.)|'/g, (pair, next: string | undefined) =>
      next === '"' ? '"' : next === undefined ? "\\'" : pair,
    );
  return `'${inner.replace(/[\u007f-\u009f\u00ad\u2028\u2029\ufeff]|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu, escaped)}'`;
}
