/**
 * What a statement about a value may stand after: the start of the text, or a mark between clauses. A statement in the middle of a
 * clause may be about something else ("the server retries at most 5 times").
 */
export const START = '(?<=^|[.;:,([—–] ?)(?:it |and |but |this )?';

/** What follows a whole statement. "Defaults to 5 if …" and "at most 5 per minute" say something else. */
export const END = String.raw`(?= ?(?:$|[;)\]—–]|[.,](?!\d)))`;

/** A number as people write it: `1,000` and `0.5`. */
export const NUMBER = String.raw`-?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?`;

export function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}
