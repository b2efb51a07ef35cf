import type { JsonSchema } from '@toolwright/contract';
import { getDialect } from '@toolwright/json-schema';

/** Converts the schema of an answer to the part of JSON Schema that the API supports. */
export function lowerAnswer(schema: JsonSchema): JsonSchema {
  const { type, properties } = schema;
  if (type !== 'object' || properties === undefined) return schema;
  return getDialect('gemini').lower({ ...schema, type, properties }).schema;
}
