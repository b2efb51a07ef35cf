import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';

/** Returns a copy of a schema's default. A default next to a `$ref` takes precedence over the default of its target. */
export function findDefault(schema: JsonSchema | undefined, root: JsonSchema): JsonValue | undefined {
  if (schema === undefined) return undefined;
  return structuredClone(schema.default ?? resolveRef(schema, root)?.default);
}
