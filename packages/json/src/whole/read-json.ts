import type { JsonRead, JsonReadOptions } from '../json-read.js';
import { JsonReader } from './json-reader.js';
import { parsePlain } from './parse-plain.js';

/** The default maximum depth. It is deeper than real data, yet far below the depth at which recursive code overflows the stack. */
const MAX_DEPTH = 1_000;

/** The maximum depth at which members can be counted recursively. */
const MAX_PLAIN_DEPTH = 4_000;

/**
 * Parses JSON from model output, in linear time and without losing digits. With `repair`, it corrects the syntax around values:
 * quotes, commas, comments, missing brackets. It never changes, invents or moves a value, and it refuses ambiguous text.
 */
export function readJson(text: string, options: JsonReadOptions = {}): JsonRead {
  const { start = 0, end = text.length, repair = false, trailing = false, maxDepth = MAX_DEPTH } = options;
  const isWhole = start === 0 && end === text.length && !trailing && maxDepth <= MAX_PLAIN_DEPTH;
  const plain = isWhole ? parsePlain(text, maxDepth) : undefined;
  if (plain !== undefined) return { ok: true, ...plain, ...UNCHANGED, end: text.trimEnd().length };
  return new JsonReader(text, start, { end, repair, trailing, maxDepth }).read();
}

const UNCHANGED = { repairs: [], duplicates: [], unclosed: [], isExact: true } as const;
