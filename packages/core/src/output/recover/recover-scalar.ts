import type { JsonSchema, JsonType } from '@toolwright/contract';
import { ExactNumber } from '@toolwright/json';
import { admits, allowedTypes, isContainer, literalValues, takesWholeNumber } from '@toolwright/json-schema';
import { showValueAt, textValue, wholeDigits } from '@toolwright/tools/validation';
import type { Path, Recovery } from './recovery.js';

/** Converts a value of the wrong type to the allowed value that it represents, if exactly one exists. */
export function recoverType(value: unknown, schema: JsonSchema, path: Path, recovery: Recovery): unknown {
  const written = typeof value === 'number' ? recovery.spell(value) : undefined;
  const meant = findMeant(value, written, schema, recovery.root);
  if (meant === undefined) return value;
  if (!isContainer(value) || !isContainer(meant)) {
    recovery.warn(
      path,
      `was ${showValueAt(path, value, written)} and was changed to ${showValueAt(path, meant)}.`,
    );
  } else {
    recovery.warn(path, Array.isArray(value) ? 'was taken out of a list.' : 'was put in a list.');
  }
  return meant;
}

/** @param written how the answer writes the number */
function findMeant(
  value: unknown,
  written: string | undefined,
  schema: JsonSchema,
  root: JsonSchema,
): unknown {
  const literals = literalValues(schema);
  if (literals !== undefined) return isContainer(value) ? undefined : findLiteral(written ?? value, literals);
  const digits = isNumber(value) && takesWholeNumber(schema, root) ? wholeDigits(String(value)) : undefined;
  if (digits !== undefined) return digits;
  const types = allowedTypes(schema, root) ?? new Set<JsonType>();
  for (const type of types) {
    const meant = type === 'string' && typeof value === 'number' ? written : toType(value, type);
    if (meant !== undefined) return meant;
  }
  return types.has('array') ? toList(value, schema, root) : undefined;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Returns the only enum value that differs only in case, separators or type. */
function findLiteral(value: unknown, literals: readonly unknown[]): unknown {
  const wanted = normaliseName(String(value));
  const same = literals.filter(
    (literal) => !isContainer(literal) && normaliseName(String(literal)) === wanted,
  );
  return wanted !== '' && same.length === 1 ? same[0] : undefined;
}

/** Removes differences that are common in model output: `Due-Date`, `due_date` and `dueDate` become equal. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** Converts a value to a type; returns undefined if the conversion is ambiguous. */
function toType(value: unknown, type: JsonType): unknown {
  if (type === 'object' && Array.isArray(value)) return soleItem(value);
  if (typeof value !== 'string') {
    const isText = type === 'string' && (typeof value === 'boolean' || value instanceof ExactNumber);
    return isText ? String(value) : undefined;
  }
  const meant = textValue(value, type, true);
  return type === 'integer' && !Number.isInteger(meant) ? undefined : meant;
}

function soleItem(list: readonly unknown[]): object | undefined {
  const item = list.length === 1 ? list[0] : undefined;
  return isContainer(item) && !Array.isArray(item) ? item : undefined;
}

function toList(value: unknown, { items }: JsonSchema, root: JsonSchema): unknown[] | undefined {
  if (typeof items !== 'object' || value === null || !admits(items, value, root)) return undefined;
  // `a, b` may be one item or two.
  return typeof value === 'string' && (value.trim() === '' || /[,;|\n]/.test(value)) ? undefined : [value];
}
