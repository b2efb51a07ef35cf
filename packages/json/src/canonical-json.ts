import { ToolwrightError } from '@toolwright/contract';
import { sha256 } from '#sha-256';
import { ExactNumber } from './exact-number.js';

/**
 * Returns canonical JSON (RFC 8785), which is identical for equal values: keys are sorted by UTF-16 code unit, there is no whitespace,
 * and numbers are formatted as in ECMAScript. Like `JSON.stringify`, it omits members that are `undefined`.
 * @throws ToolwrightError `INVALID_RESULT` for values that JSON cannot represent: non-finite numbers, functions, BigInts, cycles.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

/** Returns the SHA-256 of the canonical JSON text, as 64 hexadecimal digits. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalJson(value));
}

function write(value: unknown, ancestors: object[]): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object')
    throw notJson(typeof value === 'number' ? String(value) : `a ${typeof value}`);
  if (ancestors.includes(value)) throw notJson('a reference to one of its own parents');
  ancestors.push(value);
  const text = Array.isArray(value) ? writeArray(value, ancestors) : writeObject(value, ancestors);
  ancestors.pop();
  return text;
}

function writeArray(items: readonly unknown[], ancestors: object[]): string {
  return `[${Array.from(items, (item) => (item === undefined ? 'null' : write(item, ancestors))).join(',')}]`;
}

function writeObject(value: object, ancestors: object[]): string {
  const members = new Map<string, unknown>(Object.entries(value));
  const texts: string[] = [];
  for (const key of [...members.keys()].sort()) {
    const member = members.get(key);
    if (member !== undefined) texts.push(`${JSON.stringify(key)}:${write(member, ancestors)}`);
  }
  return `{${texts.join(',')}}`;
}

function notJson(what: string): ToolwrightError {
  return new ToolwrightError('INVALID_RESULT', `JSON cannot carry ${what}.`, {
    blame: 'developer',
    hint: 'Pass plain data: strings, finite numbers, booleans, null, arrays and objects.',
  });
}
