import { type JsonSchema, shortenText } from '@toolwright/contract';
import { ExactNumber, formatPath } from '@toolwright/json';
import { allowedTypes, partOf, resolveRef, takesWholeNumber } from '@toolwright/json-schema';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import { showValueAt } from '../explain/show-value.js';
import { wholeDigits } from './whole-digits.js';

/**
 * Returns an issue for each number that JavaScript cannot represent exactly, because tools and outputs never receive a rounded number.
 * @param schema the schema of the value, if known, so that the issues say where a string is expected
 */
export function exactNumberIssues(value: unknown, schema?: JsonSchema): ArgumentIssue[] {
  if (!holdsExactNumber(value)) return [];
  const issues: ArgumentIssue[] = [];
  collect(value, { schema, root: schema ?? {} }, [], issues);
  return issues;
}

/**
 * Replaces such numbers with strings of their digits if the schema allows strings but not numbers, e.g. for a long id. For a `bigint`,
 * replaces any whole number.
 * @param value a result of `readJson`, because other parsers may have lost digits of numbers beyond 2⁵³
 */
export function exactNumbersAsText(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const target = resolveRef(schema, root);
  if (value instanceof ExactNumber || typeof value === 'number') {
    return target && takesText(target, root) ? numberAsText(value, target, root) : value;
  }
  if (typeof value !== 'object' || value === null || target === undefined) return value;
  const keep = (member: unknown, key: string): unknown => {
    const part = partOf(target, value, key);
    return part === undefined ? member : exactNumbersAsText(member, part, root);
  };
  if (Array.isArray(value)) return value.map((item, index) => keep(item, String(index)));
  // `fromEntries` always defines own members, even for the name `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, keep(member, key)]));
}

function numberAsText(value: ExactNumber | number, schema: JsonSchema, root: JsonSchema): unknown {
  if (takesWholeNumber(schema, root)) return wholeDigits(String(value)) ?? value;
  return value instanceof ExactNumber ? value.text : value;
}

function takesText(schema: JsonSchema, root: JsonSchema): boolean {
  const types = allowedTypes(schema, root);
  return types?.has('string') === true && !types.has('number') && !types.has('integer');
}

/** Whether parsed JSON contains a number that may be inexact as a double: an `ExactNumber`, or a whole number beyond 2⁵³. */
export function holdsLargeNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsLargeNumber);
  // `for…in` is faster than `Object.values`, and parsed JSON has no enumerable inherited members.
  for (const key in value) if (holdsLargeNumber(value[key as keyof typeof value])) return true;
  return false;
}

function holdsExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof ExactNumber ||
    (Array.isArray(value) ? value : Object.values(value)).some(holdsExactNumber)
  );
}

interface Expected {
  readonly schema: JsonSchema | undefined;
  readonly root: JsonSchema;
}

function collect(
  value: unknown,
  { schema, root }: Expected,
  path: readonly string[],
  issues: ArgumentIssue[],
): void {
  if (issues.length >= MAX_ISSUES || typeof value !== 'object' || value === null) return;
  const target = schema && resolveRef(schema, root);
  if (value instanceof ExactNumber) {
    issues.push(issueOf(value, path, target !== undefined && takesText(target, root)));
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    collect(member, { schema: target && partOf(target, value, key), root }, [...path, key], issues);
  }
}

/** The maximum number of issues in a message. */
const MAX_ISSUES = 8;
const MAX_DIGITS = 40;

function issueOf({ text }: ExactNumber, segments: readonly string[], isText: boolean): ArgumentIssue {
  const path = formatPath(segments);
  const shown = showValueAt(segments, Number(text), shortenText(text, MAX_DIGITS));
  const fault = isText
    ? `must be a string; got ${shown}.`
    : `must be a number with at most 15 digits; got ${shown}, which would lose digits.`;
  return { path, message: `${path || 'The value'} ${fault}` };
}
