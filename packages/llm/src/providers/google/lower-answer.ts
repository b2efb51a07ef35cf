import type { JsonSchema } from '@toolwright/contract';
import { getDialect } from '@toolwright/json-schema';

/** Converts an answer schema to the subset of JSON Schema that the API supports. */
export function lowerAnswer(schema: JsonSchema): JsonSchema {
  const { type, properties } = schema;
  if (type !== 'object' || properties === undefined) return schema;
  return getDialect('gemini').lower({ ...schema, type, properties }).schema;
}
