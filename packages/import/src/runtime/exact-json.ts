import { toBase64 } from '@toolwright/contract';
import { ExactNumber, formatPath, readJson } from '@toolwright/json';

/** Why a number cannot be sent as it was meant. JavaScript may have rounded whole numbers that it writes with all their digits. */
export function numberProblem(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return `is ${value}, which cannot be sent`;
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= EXPONENT;
  return isExact ? undefined : `is ${value}, beyond the integers that JavaScript holds exactly`;
}

/** From here on, numbers are written with an exponent, which promises no digits. */
const EXPONENT = 1e21;

/**
 * Writes a value as JSON, with bytes as base64.
 * @throws RangeError for a number that cannot be sent as it was meant
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, name, member: unknown) {
    // Some bytes have a form in JSON of their own.
    const held: unknown = Reflect.get(Object(this), name);
    if (held instanceof Uint8Array) return toBase64(held);
    const problem = numberProblem(member);
    if (problem === undefined) return member;
    throw new RangeError(name === '' ? `${problem}.` : `has ${JSON.stringify(name)}, which ${problem}.`);
  });
}

/** JSON that was read. */
export interface ReadNumbers {
  /** Numbers that JavaScript would round are texts of their digits. */
  readonly value: unknown;
  /** The first such number and its place. */
  readonly large: string | undefined;
}

/** Reads JSON without rounding numbers; undefined for anything else. */
export function readNumbers(text: string): ReadNumbers | undefined {
  const read = readJson(text);
  if (!read.ok) return undefined;
  if (read.isExact) return { value: read.value, large: undefined };
  return { value: JSON.parse(JSON.stringify(read.value)), large: findLarge(read.value, []) };
}

/** The reader limits the depth. */
function findLarge(value: unknown, path: readonly string[]): string | undefined {
  if (value instanceof ExactNumber)
    return `${value.text}${path.length === 0 ? '' : ` at ${formatPath(path)}`}`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = findLarge(member, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
