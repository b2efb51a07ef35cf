import { quote } from '../doc-comment.js';
import { isIdentifier } from '../names.js';

/** Writes the type of exactly one JSON value. */
export function literalType(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${isIdentifier(name) ? name : quote(name)}: ${literalType(member)}`,
  );
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
}

/** Whether a value of `enum` or `const` has one of the types of its schema. */
export function hasType(value: unknown, types: readonly string[] | undefined): boolean {
  if (types === undefined) return true;
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value !== 'number') return types.includes(typeof value);
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}
