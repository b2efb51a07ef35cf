import type { JsonSchema } from '@toolwright/contract';
import { referenceName } from '../document/references.js';

/** Sentences that explain keywords to a model. All other keywords are quoted. */
const sentences: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (value) => `At least ${count(value, 'character')}.`,
  maxLength: (value) => `At most ${count(value, 'character')}.`,
  pattern: (value) => `Must match the regular expression /${value}/.`,
  format: (value) => `Format: ${value}.`,
  contentEncoding: (value) => `Encoded as ${value}.`,
  minimum: (value) => `At least ${value}.`,
  maximum: (value) => `At most ${value}.`,
  exclusiveMinimum: (value) => `Greater than ${value}.`,
  exclusiveMaximum: (value) => `Less than ${value}.`,
  multipleOf: (value) => `A multiple of ${value}.`,
  minItems: (value) => `At least ${count(value, 'item')}.`,
  maxItems: (value) => `At most ${count(value, 'item')}.`,
  uniqueItems: () => 'No duplicate items.',
  minProperties: (value) => `At least ${count(value, 'member')}.`,
  maxProperties: (value) => `At most ${count(value, 'member')}.`,
  const: (value) => `Always ${JSON.stringify(value)}.`,
  oneOf: () => 'Matches exactly one of the alternatives.',
  default: (value) => `Default: ${JSON.stringify(value)}.`,
  examples: (value) => `Examples: ${list(value)}.`,
  title: (value) => `Title: ${value}.`,
  deprecated: () => 'Deprecated.',
};

export function sentenceFor(keyword: string, value: unknown): string {
  const sentence = Object.hasOwn(sentences, keyword) ? sentences[keyword] : undefined;
  return sentence?.(value) ?? `JSON Schema ${JSON.stringify({ [keyword]: value })}.`;
}

/** Describes a type in a few words: `string`, `"a" or "b"`, `array of number`, `object`. */
export function sketch({ type, enum: values, const: value, items, anyOf, $ref, title }: JsonSchema): string {
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((each) => JSON.stringify(each)).join(' or ');
  if (anyOf !== undefined) return anyOf.map(sketch).join(' or ');
  if ($ref !== undefined) return referenceName($ref);
  const kind = [type ?? 'any value'].flat().join(' or ');
  const text = kind === 'array' && typeof items === 'object' ? `array of ${sketch(items)}` : kind;
  return title === undefined ? text : `${text} (${title})`;
}

function count(value: unknown, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)).join(', ') : JSON.stringify(value);
}
