import type { JsonSchema, JsonType } from '@toolwright/contract';
import { ExactNumber, readJson } from '@toolwright/schema';
import { admits, allowedTypes, isContainer, literalValues, showValueAt } from '@toolwright/tools/validation';
import type { Path, Recovery } from './recovery.js';

/** Changes a value whose type is not allowed to the one allowed value that it can stand for, if there is just one. */
export function recoverType(value: unknown, schema: JsonSchema, path: Path, recovery: Recovery): unknown {
  const written = typeof value === 'number' ? recovery.spell(value) : undefined;
  const meant = findMeant(value, written, schema, recovery.root);
  if (meant === undefined) return value;
  if (!isContainer(value) || !isContainer(meant)) {
    recovery.warn(path, `was ${showValueAt(path, value, written)} and became ${showValueAt(path, meant)}.`);
  } else {
    recovery.warn(path, Array.isArray(value) ? 'was taken out of a list.' : 'was put in a list.');
  }
  return meant;
}

/** @param written how the answer writes a number */
function findMeant(
  value: unknown,
  written: string | undefined,
  schema: JsonSchema,
  root: JsonSchema,
): unknown {
  const literals = literalValues(schema);
  if (literals !== undefined) return isContainer(value) ? undefined : findLiteral(written ?? value, literals);
  const types = allowedTypes(schema, root) ?? new Set<JsonType>();
  for (const type of types) {
    const meant = type === 'string' && typeof value === 'number' ? written : TO_TYPE[type](value);
    if (meant !== undefined) return meant;
  }
  return types.has('array') ? toList(value, schema, root) : undefined;
}

/** The one listed value that differs only in case, in separators or in its type. */
function findLiteral(value: unknown, literals: readonly unknown[]): unknown {
  const wanted = normaliseName(String(value));
  const same = literals.filter(
    (literal) => !isContainer(literal) && normaliseName(String(literal)) === wanted,
  );
  return wanted !== '' && same.length === 1 ? same[0] : undefined;
}

/** A name without what models vary: `Due-Date`, `due_date` and `dueDate` are one. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** What a value stands for in each type; undefined where that is not certain. */
const TO_TYPE: Readonly<Record<JsonType, (value: unknown) => unknown>> = {
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value);
    return Number.isInteger(number) ? number : undefined;
  },
  boolean: (value) => (typeof value === 'string' ? BOOLEANS.get(value.trim().toLowerCase()) : undefined),
  null: (value) => (typeof value === 'string' && /^(null|none)$/i.test(value.trim()) ? null : undefined),
  string: (value) => (typeof value === 'boolean' || value instanceof ExactNumber ? String(value) : undefined),
  object: (value) => soleItem(value) ?? parseContainer(value, '{'),
  array: (value) => parseContainer(value, '['),
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Only numbers that a text gives without loss: `"1e999"` and integers beyond 2⁵³ are none. */
function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const exact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return exact ? number : undefined;
}

function soleItem(value: unknown): object | undefined {
  const item: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  return isContainer(item) && !Array.isArray(item) ? item : undefined;
}

/** A list of the one item that was given without its list. */
function toList(value: unknown, { items }: JsonSchema, root: JsonSchema): unknown[] | undefined {
  if (typeof items !== 'object' || value === null || !admits(items, value, root)) return undefined;
  // `a, b` may be one item or two.
  return typeof value === 'string' && (value.trim() === '' || /[,;|\n]/.test(value)) ? undefined : [value];
}

/** The object or list that a string holds as JSON text. */
function parseContainer(value: unknown, bracket: '{' | '['): unknown {
  if (typeof value !== 'string' || value.trimStart().charAt(0) !== bracket) return undefined;
  const read = readJson(value, { repair: true });
  const isSafe = read.ok && read.duplicates.length === 0 && read.unclosed.length === 0;
  return isSafe && isContainer(read.value) ? read.value : undefined;
}
