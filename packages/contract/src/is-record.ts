import type { JsonObject } from './json.js';

/** Whether a value is an object, but not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Like `isRecord`, for a JSON value. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value);
}
