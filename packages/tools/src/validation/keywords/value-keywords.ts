import { isRecord, type JsonSchema } from '@toolwright/contract';
import { compilePattern } from '@toolwright/json-schema';
import { codePointLength } from './code-point-length.js';
import { jsonEqual } from './json-equal.js';
import { matchesFormat } from './matches-format.js';
import type { BrokenKeyword } from './violation.js';

/** Returns the violated `const`, `enum` or `type`, if any. `const` and `enum` come first, because they are more specific than a type. */
export function brokenKind(
  value: unknown,
  { const: only, enum: listed, type }: JsonSchema,
): BrokenKeyword | undefined {
  if (only !== undefined && !jsonEqual(value, only)) return broken('const', { allowedValue: only });
  if (listed?.some((item) => jsonEqual(value, item)) === false) {
    return broken('enum', { allowedValues: listed });
  }
  if (type === undefined || [type].flat().some((one) => TYPES[one]?.(value))) return undefined;
  return broken('type', { type });
}

/** Returns the keywords that a number violates, apart from `type`. NaN violates all of them. */
export function brokenByNumber(value: number, schema: JsonSchema): BrokenKeyword[] {
  const { multipleOf, maximum, minimum, exclusiveMaximum, exclusiveMinimum, format } = schema;
  return [
    ...when(multipleOf !== undefined && !isMultiple(value, multipleOf), 'multipleOf', { multipleOf }),
    ...when(maximum !== undefined && !(value <= maximum), 'maximum', { limit: maximum }),
    ...when(minimum !== undefined && !(value >= minimum), 'minimum', { limit: minimum }),
    ...when(exclusiveMaximum !== undefined && !(value < exclusiveMaximum), 'exclusiveMaximum', {
      limit: exclusiveMaximum,
    }),
    ...when(exclusiveMinimum !== undefined && !(value > exclusiveMinimum), 'exclusiveMinimum', {
      limit: exclusiveMinimum,
    }),
    ...when(format !== undefined && !matchesFormat(value, format), 'format', { format }),
  ];
}

/** Returns the keywords that a string violates, apart from `type`. */
export function brokenByText(value: string, schema: JsonSchema): BrokenKeyword[] {
  const { maxLength, minLength, pattern, format } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : codePointLength(value);
  return [
    ...when(maxLength !== undefined && length > maxLength, 'maxLength', { limit: maxLength }),
    ...when(minLength !== undefined && length < minLength, 'minLength', { limit: minLength }),
    ...when(pattern !== undefined && !compilePattern(pattern).test(value), 'pattern', { pattern }),
    ...when(format !== undefined && !matchesFormat(value, format), 'format', { format }),
  ];
}

function when(isBroken: boolean, keyword: string, params: BrokenKeyword['params']): BrokenKeyword[] {
  return isBroken ? [broken(keyword, params)] : [];
}

function broken(keyword: string, params: BrokenKeyword['params']): BrokenKeyword {
  return { keyword, params };
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isRecord,
};

/** Whether a number is a multiple of a divisor, with AJV's algorithm: quotients from 10²¹ on never count as whole numbers. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return divisor !== 0 && quotient === Number.parseInt(String(quotient), 10);
}
