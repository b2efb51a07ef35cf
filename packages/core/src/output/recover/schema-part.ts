import type { JsonSchema } from '@toolwright/contract';

/** A part of a schema as a schema of its own, with everything that its references need. */
export function schemaPart(part: JsonSchema, root: JsonSchema): JsonSchema {
  const { $defs, ...rest } = root;
  return mapRefs({ ...part, $defs: { ...$defs, [ROOT]: rest } });
}

/** The name of the root among the definitions; no generator uses such a name. */
const ROOT = 'toolwright:root';

/** Keywords that hold values, where `$ref` is not a reference. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** Keywords that may occur only once. */
const IDENTITY: ReadonlySet<string> = new Set(['$id', '$schema', '$anchor']);

function mapRefs(schema: JsonSchema): JsonSchema {
  // Only references change, so a schema stays a schema.
  return mapNode(schema) as JsonSchema;
}

function mapNode(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(mapNode);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => !IDENTITY.has(key));
  const entries = kept.map(([key, value]): [string, unknown] => {
    if (key === '$ref' && typeof value === 'string') return [key, mapRef(value)];
    return [key, DATA.has(key) ? value : mapNode(value)];
  });
  return Object.fromEntries(entries);
}

function mapRef(ref: string): string {
  if (!ref.startsWith('#') || ref.startsWith('#/$defs/')) return ref;
  return `#/$defs/${ROOT}${ref.slice(1)}`;
}
