import type { ts } from 'ts-morph';
import {
  blankEnd,
  blankStart,
  endsLine,
  indentOf,
  removal,
  startsLine,
  type TextEdit,
} from './text-edits.js';

/** The range of a comment in a text. */
type Comment = Pick<ts.JSDoc, 'pos' | 'end'>;

/** Adds a tag as the last line of a JSDoc comment. A one-line comment is split into several lines. */
export function addTag(text: string, { pos, end }: Comment, tag: string, newline: string): TextEdit {
  const comment = text.slice(pos, end);
  const indent = indentOf(text, pos);
  if (!comment.includes('\n')) {
    const inner = comment.slice('/**'.length, -'*/'.length).trim();
    const lines = ['/**', ...(inner === '' ? [] : [` * ${inner}`]), ` * ${tag}`, ' */'];
    return { start: pos, end, text: lines.join(newline + indent) };
  }
  const close = end - '*/'.length;
  const start = blankStart(text, close);
  if (startsLine(text, close))
    return { start, end: start, text: `${indentOf(text, close)}* ${tag}${newline}` };
  return { start, end, text: `${newline}${indent} * ${tag}${newline}${indent} */` };
}

/**
 * Removes a tag, and the whole comment if it has no other content.
 * @param end The end of the removed range.
 */
export function removeTag(text: string, tag: ts.JSDocTag, comment: Comment, end: number): TextEdit {
  const others = text.slice(comment.pos + '/**'.length, tag.pos) + text.slice(end, comment.end - '*/'.length);
  if (!/[^\s*]/.test(others)) return removal(text, comment.pos, comment.end);
  const asterisk = text[blankStart(text, tag.pos) - 1] === '*' ? blankStart(text, tag.pos) - 1 : tag.pos;
  if (startsLine(text, asterisk) && endsLine(text, end)) return removal(text, asterisk, end);
  if (startsLine(text, asterisk) && text.startsWith('*/', blankEnd(text, end)))
    return { start: asterisk, end: blankEnd(text, end), text: '' };
  return { start: blankStart(text, tag.pos), end, text: '' };
}
