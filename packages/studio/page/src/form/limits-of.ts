import type { JsonSchema } from '@toolwright/contract';

/** The pattern of a `bigint`, as in `@toolwright/json-schema`, of which the page takes only what reads references. */
export const WHOLE_NUMBER = '^(?:0|-?[1-9]\\d*)$';

/** Describes the constraints of a schema in words, except its type. Undefined if it has no constraints. */
export function limitsOf(schema: JsonSchema): string | undefined {
  const parts = [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum !== undefined && `above ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum !== undefined && `below ${schema.exclusiveMaximum}`,
    schema.multipleOf !== undefined && `a multiple of ${schema.multipleOf}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(schema.minProperties, schema.maxProperties, ' members'),
    schema.uniqueItems === true && 'unique items',
    typeof schema.format === 'string' && schema.format,
    typeof schema.contentEncoding === 'string' && schema.contentEncoding,
    typeof schema.pattern === 'string' &&
      (schema.pattern === WHOLE_NUMBER ? 'a whole number' : `matches ${schema.pattern}`),
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function range(least: number | undefined, most: number | undefined, unit: string): string | false {
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most !== undefined && `at most ${most}${unit}`;
}
