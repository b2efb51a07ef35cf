import type { JsonSchema } from '@toolwright/contract';

export const text: JsonSchema = { type: 'string' };
export const number: JsonSchema = { type: 'number' };
export const integer: JsonSchema = { type: 'integer' };
export const nothing: JsonSchema = { type: 'null' };
export const object = (
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
export const record = (additionalProperties: JsonSchema | boolean): JsonSchema => ({
  type: 'object',
  additionalProperties,
});
export const byPattern = (pattern: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  patternProperties: { [pattern]: schema },
  additionalProperties: false,
});
export const array = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  ...more,
});
export const tuple = (prefixItems: readonly JsonSchema[], rest: JsonSchema | false = false): JsonSchema => ({
  type: 'array',
  prefixItems,
  items: rest,
  minItems: prefixItems.length,
  ...(rest === false ? { maxItems: prefixItems.length } : {}),
});
export const either = (...anyOf: JsonSchema[]): JsonSchema => ({ anyOf });
export const tagged = (kind: string, properties: Record<string, JsonSchema> = {}): JsonSchema =>
  object({ kind: { const: kind }, ...properties });
export const listOf = (value: JsonSchema, name = 'List'): JsonSchema => ({
  ...object({ value, next: { $ref: `#/$defs/${name}` } }, ['value']),
  $defs: { [name]: object({ value, next: { $ref: `#/$defs/${name}` } }, ['value']) },
});
export const shared = (inner: JsonSchema): JsonSchema => ({
  ...object({ a: { $ref: '#/$defs/Shared' }, b: { $ref: '#/$defs/Shared' } }),
  $defs: { Shared: inner },
});
export const date: JsonSchema = { type: 'string', format: 'date-time' };
export const bigint: JsonSchema = { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' };
export const bytes: JsonSchema = {
  type: 'string',
  contentEncoding: 'base64',
  pattern: '^(?:[A-Za-z\\d+/]{4})*$',
};
