import type { JsonObject } from '@toolwright/contract';
import { readJson } from '@toolwright/schema';

/**
 * A call's arguments for providers that take an object; `undefined` if the model wrote anything else. Such a call was answered with
 * an error, but its turn is still sent.
 */
export function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  const read = readJson(text);
  const isObject =
    read.ok &&
    // An object would keep only one of the values.
    read.duplicates.length === 0 &&
    typeof read.value === 'object' &&
    read.value !== null &&
    !Array.isArray(read.value);
  // `readJson` returns JSON. It keeps the digits of a number that would lose some as a string.
  return isObject ? (read.value as JsonObject) : undefined;
}
