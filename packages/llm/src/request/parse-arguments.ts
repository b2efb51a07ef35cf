import type { JsonObject } from '@toolwright/contract';
import { readJson } from '@toolwright/json';

/**
 * Parses a call's arguments for providers that require an object. Returns undefined for any other text. The history contains such
 * calls, each with an error as its result.
 */
export function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  const read = readJson(text);
  const isObject =
    read.ok &&
    // An object would keep only one of the duplicate values.
    read.duplicates.length === 0 &&
    typeof read.value === 'object' &&
    read.value !== null &&
    !Array.isArray(read.value);
  // `readJson` returns JSON. A number that a double cannot represent becomes a string when it is sent.
  return isObject ? (read.value as JsonObject) : undefined;
}
