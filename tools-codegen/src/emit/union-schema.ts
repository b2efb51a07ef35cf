import type { JsonSchema, JsonType, JsonValue } from '@toolwright/contract';
import type { SchemaDraft } from './schema-draft.js';

/**
 * Returns one schema for a value that matches any of several schemas. Literals become one `enum`, and null is merged with a single scalar
 * as `type: ['string', 'null']`; everything else becomes `anyOf`.
 */
export function joinAlternatives(members: readonly JsonSchema[]): SchemaDraft {
  const [only, ...others] = members;
  if (only !== undefined && others.length === 0) return { ...only };
  return joinLiterals(members) ?? joinNull(members) ?? { anyOf: members };
}

function joinLiterals(members: readonly JsonSchema[]): SchemaDraft | undefined {
  const values: JsonValue[] = [];
  const types = new Set<JsonType>();
  for (const member of members) {
    const literals = literalsOf(member);
    if (literals === undefined) return undefined;
    values.push(...literals);
    for (const type of [member.type ?? []].flat()) types.add(type);
  }
  const named = [...types].filter((type) => type !== 'null');
  const [only] = named;
  const typed = members.every(({ type }) => type !== undefined) && named.length === 1 && only !== undefined;
  const type = types.has('null') && only !== undefined ? ([only, 'null'] as const) : only;
  return { ...(typed && type !== undefined ? { type } : {}), enum: [...new Set(values)] };
}

/** Returns undefined if the member has more than its literals, such as documentation. */
function literalsOf(member: JsonSchema): readonly JsonValue[] | undefined {
  const { type, const: value, enum: values, ...more } = member;
  if (Object.keys(more).length > 0) return undefined;
  if (values !== undefined) return values;
  if (value !== undefined) return [value];
  return type === 'null' ? [null] : undefined;
}

const scalars: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

function joinNull(members: readonly JsonSchema[]): SchemaDraft | undefined {
  const [first, second] = members;
  if (first === undefined || second === undefined || members.length !== 2) return undefined;
  const scalar = [first, second].find(({ type }) => scalars.has(type));
  const other = scalar === first ? second : first;
  if (scalar === undefined || other.type !== 'null' || Object.keys(other).length > 1) return undefined;
  const { type, const: value, enum: values, ...more } = scalar;
  // Literals that are still separate are documented, and null must not get that documentation.
  if (typeof type !== 'string' || value !== undefined || values !== undefined) return undefined;
  return { type: [type, 'null'], ...more };
}
