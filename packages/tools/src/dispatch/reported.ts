import { errorMessage, type JsonValue } from '@toolwright/contract';
import { toJson } from '../result/to-json.js';

/**
 * Converts what a tool logs or reports to JSON. Unlike a result, it is never refused: an error becomes its name and message, a `Map` or a
 * `Set` a list, and other values that JSON cannot represent a text. Never throws.
 */
export function reported(value: unknown): JsonValue {
  try {
    return toJson(value);
  } catch {
    return replaced(value);
  }
}

function replaced(value: unknown): JsonValue {
  try {
    return JSON.parse(JSON.stringify(value, replace) ?? 'null');
  } catch (error) {
    return `(not JSON: ${errorMessage(error)})`; // a cycle, or a getter that throws
  }
}

function replace(_key: string, value: unknown): unknown {
  if (value instanceof Error) {
    return { ...value, name: value.name, message: value.message };
  }
  if (value instanceof Map || value instanceof Set) return [...value];
  const isText = typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol';
  return isText || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value;
}
