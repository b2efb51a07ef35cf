import { type JsonSchema, shortenText } from '@toolwright/contract';
import { ExactNumber, formatPath, resolveRef } from '@toolwright/schema';
import type { ArgumentIssue } from './argument-issue.js';
import { allowedTypes } from './json-types.js';

/** An issue for each number that no JavaScript number holds exactly: tools and outputs never receive one that was rounded. */
export function exactNumberIssues(value: unknown): ArgumentIssue[] {
  if (!holdsExactNumber(value)) return [];
  const issues: ArgumentIssue[] = [];
  collect(value, [], issues);
  return issues;
}

/** The value with such numbers as strings of their digits where a string may stand and no number: so a `bigint` keeps them. */
export function exactNumbersAsText(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const target = resolveRef(schema, root);
  if (value instanceof ExactNumber) return target && takesText(target, root) ? value.text : value;
  if (typeof value !== 'object' || value === null || target === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => inPart(item, target.prefixItems?.[index] ?? target.items, root));
  }
  const { properties = {}, additionalProperties } = target;
  // `fromEntries` defines own members, also one named `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const part = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      return [key, inPart(member, part, root)];
    }),
  );
}

function inPart(value: unknown, part: JsonSchema | boolean | undefined, root: JsonSchema): unknown {
  return typeof part === 'object' ? exactNumbersAsText(value, part, root) : value;
}

function takesText(schema: JsonSchema, root: JsonSchema): boolean {
  const types = allowedTypes(schema, root);
  return types?.has('string') === true && !types.has('number') && !types.has('integer');
}

function holdsExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof ExactNumber || Object.values(value).some(holdsExactNumber);
}

function collect(value: unknown, path: readonly string[], issues: ArgumentIssue[]): void {
  if (issues.length >= MAX_ISSUES || typeof value !== 'object' || value === null) return;
  if (value instanceof ExactNumber) issues.push(issueOf(value, formatPath(path)));
  else for (const [key, member] of Object.entries(value)) collect(member, [...path, key], issues);
}

/** As many as a message shows. */
const MAX_ISSUES = 8;
const MAX_DIGITS = 40;

function issueOf({ text }: ExactNumber, path: string): ArgumentIssue {
  const shown = shortenText(text, MAX_DIGITS);
  return {
    path,
    message: `${path || 'The value'} must be a number of at most 15 digits; got ${shown}, which loses digits.`,
  };
}
