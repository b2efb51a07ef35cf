import type { JsonSchema } from '@toolwright/contract';
import { getDialect } from '@toolwright/schema';

/** The schema of an answer in the part of JSON Schema that the API reads. */
export function lowerAnswer(schema: JsonSchema): JsonSchema {
  const { type, properties } = schema;
  if (type !== 'object' || properties === undefined) return schema;
  return getDialect('gemini').lower({ ...schema, type, properties }).schema;
}
