import type { JsonObject } from '@toolwright/contract';

/**
 * A call's arguments for providers that take them as an object; undefined where the model wrote something else. Such a call is
 * answered with an error, but its turn still has to be sent.
 */
export function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // What JSON.parse makes is JSON.
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    // An answer, not a failure: the text is no JSON.
    return undefined;
  }
}
