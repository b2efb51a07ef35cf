import { ExactNumber, readJson } from '@toolwright/json';

/** How the members of objects that are not expected are judged; `unwanted` is a part, also of what is corrected before a tool runs. */
export type Strictness = 'part' | 'whole' | 'unwanted';

/**
 * Whether a value, which may have other types of the same meaning, is as expected. `-0` is 0, and what is missing is null: a tool cannot
 * tell them apart. `unwanted` also takes what is corrected before a tool runs, such as `"5"` for 5.
 */
export function isSameScalar(expected: unknown, value: unknown, strictness: Strictness): boolean {
  if (value instanceof ExactNumber && typeof expected === 'number') return Number(value.text) === expected;
  if (expected === value) return true;
  if (expected === undefined) return value === null;
  if (strictness !== 'unwanted') return false;
  if (expected === null) return value === undefined;
  if (typeof expected === 'string' && (typeof value === 'number' || value instanceof ExactNumber))
    return expected === String(value) || isSameScalar(readText(expected), value, 'part');
  return (
    typeof value === 'string' &&
    typeof expected !== 'string' &&
    isSameScalar(expected, readText(value), 'part')
  );
}

/** The JSON in a text, which tools get if they take no text; undefined without any. */
export function readText(text: string): unknown {
  const read = readJson(text.trim(), { repair: true });
  return read.ok ? read.value : undefined;
}

const DIGITS = /^(-?\d{1,400})(?:\.0+)?(?:[eE]\+?(\d{1,3}))?$/;

/** Whether a value has exactly these digits: a number, which has lost none, or a text. */
export function isWholeNumber(expected: bigint, value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && BigInt(value) === expected;
  const text = value instanceof ExactNumber ? value.text : value;
  const [, digits, exponent = '0'] = typeof text === 'string' ? (DIGITS.exec(text) ?? []) : [];
  return digits !== undefined && BigInt(digits) * 10n ** BigInt(exponent) === expected;
}
