import type { JsonSchema, JsonValue, ObjectSchema } from '@toolwright/contract';
import type { Loss } from '../dialect.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';

/** How results of a tool go over MCP. */
export interface McpOutput {
  readonly schema: ObjectSchema;
  readonly losses: readonly Loss[];
  /** Results are not objects, so they travel as `{ result }`. */
  readonly isWrapped: boolean;
  /** The `structuredContent` for a result. */
  readonly encode: (result: JsonValue) => JsonValue;
}

/**
 * Official clients check results with a validator for draft 7, which takes `items` for all elements of a tuple. So `items` is left
 * out behind `prefixItems`: `maxItems` says the same where there is no rest.
 * @see https://github.com/modelcontextprotocol/typescript-sdk/blob/main/src/validation/ajv-provider.ts
 */
const OUTPUT: Profile = {
  keywords: 'all',
  optional: 'absent',
  open: 'stays',
  references: 'any',
  cycles: 'any',
  tuples: 'without-items',
};

/**
 * The output schema of a tool as MCP wants it: an object at the root, valid in draft 7 and in draft 2020-12.
 * @param output Canonical schema of the result.
 */
export function mcpOutput(output: JsonSchema): McpOutput {
  const { $defs, ...result } = output;
  const isWrapped = output.type !== 'object';
  const root: ObjectSchema = isWrapped
    ? {
        type: 'object',
        properties: { result },
        required: ['result'],
        additionalProperties: false,
        ...($defs === undefined ? {} : { $defs }),
      }
    : { ...output, type: 'object', properties: output.properties ?? {} };
  const encode = isWrapped
    ? (value: JsonValue): JsonValue => ({ result: value })
    : (value: JsonValue) => value;
  return { ...lowerSchema(root, OUTPUT), isWrapped, encode };
}
