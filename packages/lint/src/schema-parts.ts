import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';

/** A described value in the arguments of a tool. */
export interface SchemaPart {
  /** The path of member names. `[]` stands for the elements of lists. */
  readonly path: readonly string[];
  /** The member's name; undefined for elements. */
  readonly name: string | undefined;
  /** Whether the value is required; undefined for elements. */
  readonly required: boolean | undefined;
  readonly description: string;
  /** The schema, with references resolved and without null if that leaves a single type. */
  readonly schema: JsonSchema;
}

/** Yields all described values of a tool's arguments. Definitions that are used several times are visited once. */
export function* schemaParts(root: JsonSchema): Generator<SchemaPart> {
  const seen = new Set<string>();
  const open: Omit<SchemaPart, 'description'>[] = [
    { path: [], name: undefined, required: undefined, schema: root },
  ];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { $ref } = part.schema;
    const schema = resolved(part.schema, root);
    if (schema.description !== undefined && part.path.length > 0)
      yield { ...part, schema: withoutNull(schema), description: schema.description };
    if ($ref !== undefined && seen.has($ref)) continue;
    if ($ref !== undefined) seen.add($ref);
    for (const child of membersOf(schema, part.path)) open.push(child);
  }
}

function* membersOf(
  { properties = {}, required = [], items, prefixItems = [], anyOf = [], allOf = [], ...schema }: JsonSchema,
  path: readonly string[],
): Generator<Omit<SchemaPart, 'description'>> {
  const needed = new Set(required);
  for (const [name, member] of Object.entries(properties))
    yield { path: [...path, name], name, required: needed.has(name), schema: member };
  const elements = [...prefixItems, items, schema.additionalProperties];
  for (const element of elements)
    if (typeof element === 'object') yield { path: [...path, ELEMENT], ...UNNAMED, schema: element };
  // A branch describes the same value, so its description belongs to the branch's type.
  for (const branch of [...anyOf, ...allOf]) yield { path, ...UNNAMED, schema: branch };
}

/** The path segment for any element of a list. */
export const ELEMENT = '[]';

const UNNAMED = { name: undefined, required: undefined } as const;

/** Resolves the reference of a schema. Keywords next to the reference take precedence. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...resolveRef(schema, root), ...own };
}

/** Reduces an `anyOf` of one type and null to that type, and keeps the surrounding keywords. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...around } = schema;
  const branches = anyOf?.filter(({ type }) => type !== 'null');
  const [only] = branches ?? [];
  return branches?.length === 1 && only !== undefined ? { ...only, ...around } : schema;
}
