import type { JsonRead, JsonReadOptions } from './json-read.js';
import { JsonReader } from './json-reader.js';
import { parsePlain } from './parse-plain.js';

/** Deeper than any data, and far from where recursive code overflows the stack. */
const MAX_DEPTH = 1_000;

/** As deep as the recursive count of members goes without a thought for the stack. */
const MAX_PLAIN_DEPTH = 4_000;

/**
 * Reads JSON that a model wrote: without recursion, in a time that grows with the length of the text, and without losing digits.
 * With `repair`, it mends the syntax around values: quotes, commas, comments, brackets that the end of the text left open. It never changes
 * a value, makes one up, or moves one elsewhere; a text that can be read in more than one way is refused.
 */
export function readJson(text: string, options: JsonReadOptions = {}): JsonRead {
  const { start = 0, end = text.length, repair = false, trailing = false, maxDepth = MAX_DEPTH } = options;
  const isWhole = start === 0 && end === text.length && !trailing && maxDepth <= MAX_PLAIN_DEPTH;
  const plain = isWhole ? parsePlain(text, maxDepth) : undefined;
  if (plain !== undefined) return { ok: true, ...plain, ...UNCHANGED, end: text.trimEnd().length };
  return new JsonReader(text, start, { end, repair, trailing, maxDepth }).read();
}

const UNCHANGED = { repairs: [], duplicates: [], unclosed: [], isExact: true } as const;
