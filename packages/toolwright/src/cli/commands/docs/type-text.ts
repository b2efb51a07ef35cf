import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { shortenText } from '@toolwright/contract';
import { referenceName } from '@toolwright/json-schema';

/** The maximum number of union members that are shown. */
const MAX_MEMBERS = 12;
const MAX_LITERAL = 60;
const MAX_DEPTH = 4;

/** Formats a schema as people write types, e.g. `1 | 3 | 7`, `Match[]` or `string (date-time)`. The length of the result is limited. */
export function typeText(schema: JsonSchema, depth = MAX_DEPTH): string {
  const { $ref, const: constant, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return referenceName($ref);
  if (constant !== undefined) return literal(constant);
  if (schema.enum !== undefined) return union(schema.enum, literal);
  const branches = anyOf ?? oneOf;
  if (branches !== undefined)
    return depth === 0 ? '…' : union(branches, (branch) => typeText(branch, depth - 1));
  if (Array.isArray(type)) return union(type, (one: string) => one);
  if (type === 'array') return arrayText(schema, depth);
  if (type === 'object') return objectText(schema, depth);
  const note = schema.format ?? schema.contentEncoding;
  return `${typeof type === 'string' ? type : 'any'}${note === undefined ? '' : ` (${note})`}`;
}

function union<Member>(members: readonly Member[], text: (member: Member) => string): string {
  const shown = [...new Set(members.slice(0, MAX_MEMBERS).map(text))];
  const rest = members.length - MAX_MEMBERS;
  return [...shown, ...(rest > 0 ? [`… ${rest} more`] : [])].join(' | ');
}

function arrayText({ items, prefixItems }: JsonSchema, depth: number): string {
  if (depth === 0) return 'array';
  const rest = typeof items === 'object' ? typeText(items, depth - 1) : undefined;
  if (prefixItems !== undefined) {
    const parts = prefixItems.slice(0, MAX_MEMBERS).map((item) => typeText(item, depth - 1));
    if (prefixItems.length > MAX_MEMBERS) parts.push('…');
    else if (rest !== undefined) parts.push(`...${rest}[]`);
    return `[${parts.join(', ')}]`;
  }
  if (rest === undefined) return 'array';
  return /[ |]/.test(rest) ? `(${rest})[]` : `${rest}[]`;
}

function objectText({ properties = {}, additionalProperties }: JsonSchema, depth: number): string {
  const names = Object.keys(properties);
  if (names.length > 0) {
    const shown = names.slice(0, MAX_NAMES).map((name) => shortenText(name, MAX_LITERAL));
    return `{ ${[...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ')} }`;
  }
  if (typeof additionalProperties !== 'object' || depth === 0) return 'object';
  return `Record<string, ${typeText(additionalProperties, depth - 1)}>`;
}

/** The maximum number of object members that are shown; the tables list more. */
const MAX_NAMES = 4;

/** Formats a value as JSON, truncated to fit a table. */
export function literal(value: JsonValue): string {
  return shortenText(JSON.stringify(value), MAX_LITERAL);
}

const WORDS: Readonly<Partial<Record<keyof JsonSchema, string>>> = {
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  exclusiveMaximum: 'less than',
  multipleOf: 'a multiple of',
  minLength: 'length at least',
  maxLength: 'length at most',
  minItems: 'items at least',
  maxItems: 'items at most',
  pattern: 'matches',
};

/** Formats the rules of a value, except its type, e.g. `at least 1, at most 14`. */
export function ruleText(schema: JsonSchema): string {
  const rules = Object.entries(WORDS).flatMap(([keyword, words]) => {
    const value: unknown = Object.hasOwn(schema, keyword) ? Reflect.get(schema, keyword) : undefined;
    if (typeof value === 'number') return `${words} ${value}`;
    return typeof value === 'string' ? `${words} ${shortenText(value, MAX_LITERAL)}` : [];
  });
  if (schema.uniqueItems) rules.push('unique items');
  return rules.join(', ');
}
