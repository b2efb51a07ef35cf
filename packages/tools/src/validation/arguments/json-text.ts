import { readJson } from '@toolwright/schema';

/** Where a text stops being JSON. */
export interface JsonTextError {
  /** Index of the first character that cannot stand there; the text's length where it ends too early. */
  readonly position: number;
  readonly expected: string;
}

/**
 * Finds what is wrong with a text that `JSON.parse` refuses: its own messages differ between versions of Node and often lack
 * the place. Undefined where the text is JSON.
 */
export function findJsonError(text: string): JsonTextError | undefined {
  const read = readJson(text, { maxDepth: Number.POSITIVE_INFINITY });
  return read.ok ? undefined : { position: read.error.position, expected: read.error.expected };
}
