import { isSecretName, type JsonSchema, shortenText } from '@toolwright/contract';
import { isContainer, literalValues, resolveRef } from '@toolwright/json-schema';

/** The maximum number of characters that an error quotes from a value: enough to recognize it, but few tokens. */
const MAX_SHOWN = 60;
/** The maximum number of allowed values that an error lists. */
const MAX_LISTED = 20;

/** Formats a value for an error message: shortened JSON, or the type of the value if it is not JSON. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortenText(value, MAX_SHOWN));
  if (typeof value === 'bigint') return `${shortenText(String(value), MAX_SHOWN)}n`;
  if (isContainer(value)) return showContainer(value);
  return typeof value === 'function' ? 'a function' : String(value);
}

/**
 * Formats the value at a path like {@link showValue}. If the path contains a secret name, shows only the type: errors are logged, and a
 * redactor of logs does not know the name.
 */
export function showValueAt(path: readonly string[], value: unknown, shown?: string): string {
  if (!path.some(isSecretName) || value == null || typeof value === 'boolean')
    return shown ?? showValue(value);
  if (typeof value === 'string') return `a string of ${value.length} characters`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Lists up to twenty values and the number of further values: `"a", "b", 3`. */
export function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_LISTED).map(showValue).join(', ');
  return values.length > MAX_LISTED ? `${shown} and ${values.length - MAX_LISTED} more` : shown;
}

/** Describes the values that a schema expects, as a noun phrase: `a string`, `one of 1, 3, 7`, `a list or null`. */
export function describeSchema(schema: JsonSchema, root: JsonSchema, depth = 0): string {
  const target = resolveRef(schema, root) ?? {};
  const values = literalValues(target);
  if (values !== undefined) return values.length === 1 ? listValues(values) : `one of ${listValues(values)}`;
  if (target.type !== undefined) return describeTypes([target.type].flat());
  const branches = target.anyOf ?? target.oneOf;
  if (branches === undefined || depth > 2) return 'another value';
  const phrases = branches.map((branch) => describeSchema(branch, root, depth + 1));
  return [...new Set(phrases)].join(' or ');
}

/** Describes JSON types: `['number', 'null']` → `a number or null`. */
export function describeTypes(types: readonly string[]): string {
  return types.map((type) => TYPE_PHRASES[type] ?? type).join(' or ');
}

const TYPE_PHRASES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function showContainer(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  if (!Array.isArray(value) && typeof name === 'string' && name !== 'Object') return `a ${name}`;
  try {
    return shortenText(JSON.stringify(value), MAX_SHOWN);
  } catch {
    // The value is circular or contains a BigInt, so only its type can be shown.
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}
