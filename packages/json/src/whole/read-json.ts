import type { JsonRead, JsonReadOptions } from '../json-read.js';
import { JsonReader } from './json-reader.js';
import { parsePlain } from './parse-plain.js';

/** Deeper than real data, and far below the depth at which recursive code overflows the stack. */
const MAX_DEPTH = 1_000;

/** The recursive count of members is safe to this depth. */
const MAX_PLAIN_DEPTH = 4_000;

/**
 * Reads JSON that a model wrote: without recursion, in linear time, and without losing digits. With `repair`, it corrects the syntax
 * around values: quotes, commas, comments, missing brackets. It never changes, invents or moves a value; a text that can be read in more
 * than one way is refused.
 */
export function readJson(text: string, options: JsonReadOptions = {}): JsonRead {
  const { start = 0, end = text.length, repair = false, trailing = false, maxDepth = MAX_DEPTH } = options;
  const isWhole = start === 0 && end === text.length && !trailing && maxDepth <= MAX_PLAIN_DEPTH;
  const plain = isWhole ? parsePlain(text, maxDepth) : undefined;
  if (plain !== undefined) return { ok: true, ...plain, ...UNCHANGED, end: text.trimEnd().length };
  return new JsonReader(text, start, { end, repair, trailing, maxDepth }).read();
}

const UNCHANGED = { repairs: [], duplicates: [], unclosed: [], isExact: true } as const;
