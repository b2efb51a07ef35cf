/**
 * Matches the text before a statement about a value: the start of the text, or punctuation between clauses. A statement in the middle of a
 * clause may refer to something else ("the server retries at most 5 times").
 */
export const START = '(?<=^|[.;:,([—–] ?)(?:it |and |but |this )?';

/** Matches the end of a complete statement. "Defaults to 5 if …" and "at most 5 per minute" mean something else. */
export const END = String.raw`(?= ?(?:$|[;)\]—–]|[.,](?!\d)))`;

/** Matches a number in common notation: `1,000` or `0.5`. */
export const NUMBER = String.raw`-?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?`;

export function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}
