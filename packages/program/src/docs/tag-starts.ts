import { findCodeSigns } from '@toolwright/json-schema';
import { hasValue, isKnownTag, isParameterTag, isReturnsTag, MARKS } from './tag-names.js';

/** The position of a tag in a comment, and the end of its name. */
export interface TagStart {
  readonly name: string;
  readonly at: number;
  readonly end: number;
  /** The start of the tag's line. */
  readonly line: number;
}

/**
 * Finds the tags of a raw comment. A tag either begins a line, or is a known tag that follows a full stop, another tag or another tag's
 * value. Any other `@word` is text, and so is everything in code.
 */
export function findTagStarts(comment: string): readonly TagStart[] {
  const starts: TagStart[] = [];
  if (!comment.includes('@')) return starts;
  const signs = findCodeSigns(comment);
  const isOneLine = !comment.includes('\n');
  let line = 0;
  let lineEnd = comment.indexOf('\n');
  for (const match of comment.matchAll(/@([A-Za-z_$][\w$]*(?:[-.:][\w$]+)*)/g)) {
    const { index: at, 1: name = '' } = match;
    while (lineEnd >= 0 && lineEnd < at) {
      line = lineEnd + 1;
      lineEnd = comment.indexOf('\n', line);
    }
    if (signs.has(at)) continue;
    const start = { name, at, end: at + match[0].length, line };
    if (isTag(comment, start, starts.at(-1), isOneLine)) starts.push(start);
  }
  return starts;
}

/** The maximum number of characters to search in a line, because lines may be long and contain many tags. */
const MAX_SEEN = 1000;

function isTag(
  comment: string,
  { name, at, end, line }: TagStart,
  last: TagStart | undefined,
  isOneLine: boolean,
): boolean {
  const rest = comment.slice(end, end + MAX_SEEN);
  // Text such as `@types/node` or `@param,`.
  if (/^(?:\/\w|[.,;:!?)'"\]])/.test(rest)) return false;
  const isKnown = isKnownTag(name);
  const ahead = comment.slice(Math.max(line, at - MAX_SEEN), at);
  if (at - line <= MAX_SEEN && /^\s*(?:\/?\*+)?\s*$/.test(ahead))
    return isKnown || (/^(?:\s|\{|\*\/|$)/.test(rest) && !isIndentedExample(at - line, last));
  const text = ahead.trimEnd();
  if (!isKnown || text === ahead || ABBREVIATION.test(text)) return false;
  if (/[.!?][)"'”’\]]*$/.test(text)) return true;
  const before = last?.line === line ? last : undefined;
  const between = before && comment.slice(Math.max(before.end, at - MAX_SEEN), at);
  if (between?.trim() === '') return true;
  if (MARKS.has(name) || (between?.split('"').length ?? 1) % 2 === 0) return false;
  if (before !== undefined && hasValue(before.name)) return true;
  if (isOneLine && before !== undefined && isOfFunction(before.name)) return true;
  const seen = comment.slice(at, at + MAX_SEEN);
  return ONLY_A_VALUE.test(seen) || LAST_VALUE.test(seen);
}

/** Whether the `@word` is a decorator in the code of an `@example`. */
function isIndentedExample(column: number, last: TagStart | undefined): boolean {
  return last?.name === 'example' && column > last.at - last.line;
}

function isOfFunction(name: string): boolean {
  return isParameterTag(name) || isReturnsTag(name);
}

/** Abbreviations end with a full stop, but do not end a sentence. */
const ABBREVIATION = /\b(?:e\.g|i\.e|cf|vs)\.$/i;

/** Matches a tag with only its value on its line or before the next tag. A tag with other text is part of a sentence. */
const ONLY_A_VALUE =
  /^@(?:(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|minItems|maxItems)\s+-?\d[\d._eE+-]*|pattern\s+\S*[\\^$[]\S*|(?:default(?:Value)?|example)\s+(?:"[^"\n]*"|\[[^\n]*\]|\{[^\n]*\}|-?\d[\d._]*))[^\S\n]*(?:\n|\*\/|$|@)/;

/** Like {@link ONLY_A_VALUE}, for a tag at the end of the comment. */
const LAST_VALUE =
  /^@(?:integer|uniqueItems|writeOnly|hidden|deprecated|(?:default(?:Value)?|example|format)\s+\S*[^\s.,;:!?])\s*\**\/$/;
