import type { JsonObject } from '@toolwright/contract';

/** An object that is no list, such as the replies of providers are made of. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same for what is known to be JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value);
}
