import type { JsonSchema } from '@toolwright/contract';
import { mapSchema } from '@toolwright/json-schema';

/** Returns a part of a schema as a complete schema that contains all targets of its references. */
export function schemaPart(part: JsonSchema, root: JsonSchema): JsonSchema {
  const { $defs, ...rest } = root;
  return mapSchema({ ...part, $defs: { ...$defs, [ROOT]: rest } }, withinDefinitions);
}

/** The name of the root among the definitions. No generator uses such a name. */
const ROOT = 'toolwright:root';

/** Keywords that may occur only once in a document. */
const IDENTITY: ReadonlySet<string> = new Set(['$id', '$schema', '$anchor']);

function withinDefinitions(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(schema)
    .filter(([keyword]) => !IDENTITY.has(keyword))
    .map(([keyword, value]) => [
      keyword,
      keyword === '$ref' && typeof value === 'string' ? mapRef(value) : value,
    ]);
  return Object.fromEntries(entries);
}

function mapRef(ref: string): string {
  if (!ref.startsWith('#') || ref.startsWith('#/$defs/')) return ref;
  return `#/$defs/${ROOT}${ref.slice(1)}`;
}
