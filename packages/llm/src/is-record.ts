import type { JsonObject } from '@toolwright/contract';

/** True for an object that is not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same for a JSON value. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value);
}
