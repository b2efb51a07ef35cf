import { skipSpace } from './characters.js';

/** Where a string stands: that decides which of its quotes ends it. */
export type StringPlace = 'key' | 'member' | 'item' | 'root';

/** The quotes that models put around strings, and what closes each. */
export const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
]);

const ENDS = new Set(CLOSERS.values());

/** Whether a comma is missing between two containers or two strings; between numbers, the space may belong to one of them. */
export function isCommaMissing(last: string, next: string): boolean {
  return '{['.includes(next) ? '}]'.includes(last) : CLOSERS.has(next) && ENDS.has(last);
}

export interface Surroundings {
  readonly limit: number;
  readonly place: StringPlace;
  readonly closer: string;
  /** The last character before the quote that is no space; the opening quote where there is none. */
  readonly previous: string;
  /** Quotes within the string so far. */
  readonly inner: number;
}

/** What the quote at `position` is: the end of the string, a part of its text, or one as well as the other. */
export function findRole(text: string, position: number, around: Surroundings): 'end' | 'inner' | 'doubt' {
  const { limit, place, closer, previous, inner } = around;
  const next = skipSpace(text, position + 1, limit);
  const following = next < limit ? text.charAt(next) : '';
  if (place === 'key') return following === ':' ? 'end' : 'doubt';
  if (endsValue(text, next, around)) return 'end';
  if (place === 'root') return inner === 0 ? 'end' : 'doubt';
  // A bracket of the other kind, because one before it is missing: the reader sees to that.
  if (inner === 0 && (following === '}' || following === ']')) return 'end';
  if (STRUCTURE.includes(following) || STRUCTURE.includes(previous)) return 'doubt';
  if (following === '/' || following === '#') return commentsOn(text, next, limit, inner) ? 'end' : 'doubt';
  if (following !== closer) return 'inner';
  if (place === 'item' && inner === 0) return 'end';
  // Two quotes at the end, the first of a quotation and the other of the string; else a comma may be missing between two strings.
  return next === position + 1 && endsValue(text, skipSpace(text, next + 1, limit), around)
    ? 'inner'
    : 'doubt';
}

/** What stands next to quotes that end strings, the plus of concatenations included. */
const STRUCTURE = ',:{}[]+';

/** Whether what stands at `next` follows a whole value. */
function endsValue(text: string, next: number, { limit, place, inner }: Surroundings): boolean {
  if (next >= limit) return true;
  const following = text.charAt(next);
  if (place === 'item')
    return following === ']' || (following === ',' && (inner === 0 || beginsItem(text, next + 1, limit)));
  if (place !== 'member') return false;
  if (following === '}') return true;
  if (following === ',') return inner === 0 || beginsMember(text, skipSpace(text, next + 1, limit), limit);
  return CLOSERS.has(following) && beginsMember(text, next, limit);
}

/** Whether a name and a colon stand at `start`, or the end of the object. */
function beginsMember(text: string, start: number, limit: number): boolean {
  return (
    start >= limit || text[start] === '}' || NAME.test(text.slice(start, Math.min(start + LOOKAHEAD, limit)))
  );
}

function beginsItem(text: string, start: number, limit: number): boolean {
  const first = text.charAt(skipSpace(text, start, limit));
  return first === '' || first === ']' || CLOSERS.has(first);
}

/** How far a decision looks ahead, so that a hostile text cannot make it look at the rest again and again. */
const LOOKAHEAD = 200;

/** A member's name and its colon. */
const NAME = /^(?:["'`“‘][^"'`“”‘’\\\n]+["'`”’]|[\p{L}_$][\p{L}\p{N}_$-]*)\s*:/u;

/** Whether a comment follows the string. One that has quotes in it may be the rest of the string. */
function commentsOn(text: string, start: number, limit: number, inner: number): boolean {
  const comment = text.slice(start, Math.min(start + LOOKAHEAD, limit));
  return inner === 0 && /^(?:#|\/\/|\/\*)[^"'`“”\n]*(?:\n|$)/.test(comment);
}

/** `it's`: letters on both sides. */
export function isApostrophe(text: string, position: number, limit: number): boolean {
  if (!"'’".includes(text.charAt(position)) || position + 1 >= limit) return false;
  return /[\p{L}\p{N}]/u.test(text.charAt(position - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(position + 1));
}
