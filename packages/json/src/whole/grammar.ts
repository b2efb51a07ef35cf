import type { JsonRepairKind } from '../json-read.js';

/** The states of a reader, each with a description of the expected text. */
export const EXPECTED = {
  value: 'a value',
  firstItem: "a value or ']'",
  nextValue: 'a value',
  key: 'a property name in double quotes',
  firstKey: "a property name in double quotes or '}'",
  colon: "':'",
  memberValue: 'a value',
  nextMember: "',' or '}'",
  nextItem: "',' or ']'",
  end: 'the end of the text',
} as const;

export type State = keyof typeof EXPECTED;

export const REPAIRS: Readonly<Record<JsonRepairKind, string>> = {
  comma: 'A missing comma was added, or an extra one was removed.',
  comment: 'Comments were removed.',
  quote: 'Quotes within or around strings were corrected.',
  literal: "Python's None, True or False was converted to null, true or false.",
  key: 'Property names without quotes were quoted.',
  control: 'Control characters in strings were escaped.',
  escape: 'Invalid escapes in strings were corrected.',
  closer: 'Missing brackets were added.',
  space: 'Whitespace that JSON does not allow was replaced.',
};

/** A member's name without quotes. */
export const BARE_NAME = /[\p{L}\p{N}_$][\p{L}\p{N}_$-]*/uy;

/** Returns the match of a sticky pattern exactly at `position`. */
export function matchAt(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}
