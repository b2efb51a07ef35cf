import type { JsonSchema } from '@toolwright/contract';

/** @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas */
const SUPPORTED: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  '$ref',
  '$defs',
  'title',
  'description',
  'pattern',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'minItems',
  'maxItems',
]);

/**
 * Whether a schema fulfils the rules of OpenAI's strict mode as it stands: each object closed, each property required, no
 * keyword that strict mode refuses, an object at the root. Others are sent as a hint, without the guarantee.
 */
export function isStrictSchema(schema: JsonSchema): boolean {
  return schema.type === 'object' && schema.anyOf === undefined && isStrictPart(schema);
}

function isStrictPart(schema: JsonSchema): boolean {
  if (!Object.keys(schema).every((keyword) => SUPPORTED.has(keyword))) return false;
  const { properties = {}, required = [], items } = schema;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.includes('object') || schema.properties !== undefined) {
    if (schema.additionalProperties !== false) return false;
    if (!Object.keys(properties).every((name) => required.includes(name))) return false;
  }
  if (types.includes('array') && typeof items !== 'object') return false;
  return [
    ...Object.values(properties),
    ...Object.values(schema.$defs ?? {}),
    ...(schema.anyOf ?? []),
    ...(typeof items === 'object' ? [items] : []),
  ].every(isStrictPart);
}
