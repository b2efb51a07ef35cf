import { isRecord } from '@toolwright/contract';
import { type JsonRead, readJson } from '@toolwright/json';

export type ObjectReading =
  | {
      readonly ok: true;
      readonly value: Readonly<Record<string, unknown>>;
      /** Whether the text was valid JSON. */
      readonly isPlain: boolean;
    }
  | { readonly ok: false; readonly problem: string };

/** Parses the object of a call. Repairs syntax around values, but refuses ambiguous and incomplete objects. */
export function readObject(text: string): ObjectReading {
  const reading = read(text);
  if (!reading.ok) {
    const { kind, position, expected } = reading.error;
    if (kind === 'depth') return { ok: false, problem: 'it is nested too deeply.' };
    return { ok: false, problem: `at position ${position}, ${expected} was expected.` };
  }
  const [duplicate] = reading.duplicates;
  if (duplicate !== undefined) return { ok: false, problem: `"${duplicate.path.join('.')}" is given twice.` };
  if (reading.unclosed.length > 0) return { ok: false, problem: 'it is not closed.' };
  const { value, repairs } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'it is not an object.' };
  }
  return { ok: true, value: { ...value }, isPlain: repairs.length === 0 };
}

/** Returns the value of a member, ignoring the case of its name. */
export function memberOf(value: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(value, name)) return value[name];
  const written = Object.keys(value).find((key) => key.toLowerCase() === name);
  return written === undefined ? undefined : value[written];
}

/** Parses a list of objects in the same way; returns undefined for anything else. */
export function readObjects(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  const reading = read(text);
  if (!reading.ok || reading.duplicates.length > 0 || reading.unclosed.length > 0) return undefined;
  const { value } = reading;
  return Array.isArray(value) && value.every(isRecord) ? value : undefined;
}

/**
 * Parses JSON with repairs. For short text, avoids `JSON.parse`: it is faster for valid JSON, but its exceptions are expensive, and a
 * reply may contain 100,000 broken calls.
 */
function read(text: string): JsonRead {
  if (text.length > SHORT) return readJson(text, { repair: true });
  const reading = readJson(text, { repair: true, trailing: true });
  return reading.ok && reading.end < text.length ? readJson(text, { repair: true }) : reading;
}

const SHORT = 200;
