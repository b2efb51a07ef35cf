import { QUOTES, skipSpace } from '../characters.js';

/** The position of a string, which decides which of its quotes ends it. */
export type StringPlace = 'key' | 'member' | 'item' | 'root';

const ENDS = new Set(QUOTES.values());

/** Whether a comma is missing between two containers or two strings. Numbers are excluded: `1 2` may be one number. */
export function isCommaMissing(last: string, next: string): boolean {
  return '{['.includes(next) ? '}]'.includes(last) : QUOTES.has(next) && ENDS.has(last);
}

export interface Surroundings {
  readonly limit: number;
  readonly place: StringPlace;
  readonly closer: string;
  /** The last non-space character before the quote, or the opening quote. */
  readonly previous: string;
  /** The number of quotes within the string so far. */
  readonly inner: number;
}

/** Returns the role of the quote at `position`: it ends the string, belongs to its text, or is ambiguous. */
export function findRole(text: string, position: number, around: Surroundings): 'end' | 'inner' | 'doubt' {
  const { limit, place, closer, previous, inner } = around;
  const next = skipSpace(text, position + 1, limit);
  const following = next < limit ? text.charAt(next) : '';
  if (place === 'key') return following === ':' ? 'end' : 'doubt';
  if (endsValue(text, next, around)) return 'end';
  if (place === 'root') return inner === 0 ? 'end' : 'doubt';
  // The bracket may not match, because another bracket is missing. The reader handles that.
  if (inner === 0 && (following === '}' || following === ']')) return 'end';
  if (STRUCTURE.includes(following) || STRUCTURE.includes(previous)) return 'doubt';
  if (following === '/' || following === '#') return commentsOn(text, next, limit, inner) ? 'end' : 'doubt';
  if (following !== closer) return 'inner';
  if (place === 'item' && inner === 0) return 'end';
  // Of two quotes at the end, the first ends a quotation and the second ends the string. Otherwise a comma may be missing between two
  // strings.
  return next === position + 1 && endsValue(text, skipSpace(text, next + 1, limit), around)
    ? 'inner'
    : 'doubt';
}

/** Characters that occur next to a closing quote. `+` concatenates strings. */
const STRUCTURE = ',:{}[]+';

/** Whether the text at `next` can follow a complete value. */
function endsValue(text: string, next: number, { limit, place, inner }: Surroundings): boolean {
  if (next >= limit) return true;
  const following = text.charAt(next);
  if (place === 'item')
    return following === ']' || (following === ',' && (inner === 0 || beginsItem(text, next + 1, limit)));
  if (place !== 'member') return false;
  if (following === '}') return true;
  if (following === ',') return inner === 0 || beginsMember(text, skipSpace(text, next + 1, limit), limit);
  return QUOTES.has(following) && beginsMember(text, next, limit);
}

/** Whether a member begins at `start`, or the object ends there. */
function beginsMember(text: string, start: number, limit: number): boolean {
  return (
    start >= limit || text[start] === '}' || NAME.test(text.slice(start, Math.min(start + LOOKAHEAD, limit)))
  );
}

function beginsItem(text: string, start: number, limit: number): boolean {
  const first = text.charAt(skipSpace(text, start, limit));
  return first === '' || first === ']' || QUOTES.has(first);
}

/** The maximum lookahead in characters. Without a limit, malicious text would take quadratic time. */
const LOOKAHEAD = 200;

/** A member's name and its colon. */
const NAME = /^(?:["'`“‘][^"'`“”‘’\\\n]+["'`”’]|[\p{L}_$][\p{L}\p{N}_$-]*)\s*:/u;

/** Whether a comment without quotes follows the string. Text with quotes may be the rest of the string instead. */
function commentsOn(text: string, start: number, limit: number, inner: number): boolean {
  const comment = text.slice(start, Math.min(start + LOOKAHEAD, limit));
  return inner === 0 && /^(?:#|\/\/|\/\*)[^"'`“”\n]*(?:\n|$)/.test(comment);
}

/** Whether a quote is an apostrophe, with letters on both sides, as in `it's`. */
export function isApostrophe(text: string, position: number, limit: number): boolean {
  if (!"'’".includes(text.charAt(position)) || position + 1 >= limit) return false;
  return /[\p{L}\p{N}]/u.test(text.charAt(position - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(position + 1));
}
