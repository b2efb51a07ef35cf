import type { JsonObject } from '@toolwright/contract';
import { readJson } from '@toolwright/json';

/**
 * Parses a call's arguments for providers that require an object; undefined for any other text. Such a call was answered with an
 * error, but its turn is still sent.
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
  // `readJson` returns JSON, with a number as a string if a double would lose digits.
  return isObject ? (read.value as JsonObject) : undefined;
}
