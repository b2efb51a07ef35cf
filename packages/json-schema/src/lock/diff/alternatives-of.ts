import { isRecord } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/json';
import { findTarget } from '../../document/references.js';

type Schema = Readonly<Record<string, unknown>>;

/** One alternative of a schema, with references and unions resolved. */
export interface Alternative {
  readonly schema: Schema;
  /** Its path in the whole schema. */
  readonly path: readonly string[];
}

/** Returns the alternatives of a schema, or the schema itself if it is not a union. A reference without a target accepts any value. */
export function alternativesOf(
  schema: Schema,
  path: readonly string[],
  root: Schema,
): readonly Alternative[] {
  const found: Alternative[] = [];
  const seen = new Set<unknown>();
  const open: Alternative[] = [{ schema, path }];
  for (const next of open) {
    if (seen.has(next.schema)) continue;
    seen.add(next.schema);
    const { $ref, type, anyOf, oneOf } = next.schema;
    const keyword = anyOf === undefined ? 'oneOf' : 'anyOf';
    const branches = anyOf ?? oneOf;
    if (typeof $ref === 'string') {
      open.push({ schema: { ...findTarget($ref, root) }, path: pointerSegments($ref) });
    } else if (type === undefined && Array.isArray(branches)) {
      for (const [index, branch] of branches.entries())
        if (isRecord(branch)) open.push({ schema: branch, path: [...next.path, keyword, String(index)] });
    } else found.push(next);
  }
  return found;
}

/** Returns the types that an alternative lists; undefined if it lists no types. */
function typesOf({ type }: Schema): readonly unknown[] | undefined {
  return type === undefined ? undefined : [type].flat();
}

/** Returns the values that an alternative lists; undefined if it lists no values. */
function literalsOf({ const: only, enum: listed }: Schema): readonly unknown[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(listed) ? listed : undefined;
}

/** Whether validation treats null as a value of the schema, rather than as an omitted member. */
export function admitsNull(alternatives: readonly Alternative[]): boolean {
  return alternatives.some(({ schema }) => {
    const isOfType = typesOf(schema)?.includes('null') ?? true;
    return isOfType && (literalsOf(schema)?.includes(null) ?? true);
  });
}

/** Returns the strings that validation does not convert: all strings, or the listed strings. */
export function admittedTexts(alternatives: readonly Alternative[]): 'all' | ReadonlySet<string> {
  const texts = new Set<string>();
  for (const { schema } of alternatives) {
    if (typesOf(schema)?.includes('string') === false) continue;
    const listed = literalsOf(schema);
    if (listed === undefined) return 'all';
    for (const value of listed) if (typeof value === 'string') texts.add(value);
  }
  return texts;
}

/** Returns the types to which validation converts strings, e.g. `"3"` to a number. */
export function convertedTypes(alternatives: readonly Alternative[]): ReadonlySet<ConvertedType> {
  const types = new Set<unknown>();
  for (const { schema } of alternatives) {
    for (const type of typesOf(schema) ?? []) types.add(type === 'integer' ? 'number' : type);
    for (const value of literalsOf(schema) ?? []) types.add(typeof value);
  }
  return new Set(CONVERTED.filter((type) => types.has(type)));
}

const CONVERTED = ['number', 'boolean', 'array', 'object'] as const;
export type ConvertedType = (typeof CONVERTED)[number];

/** Returns the alternatives that accept objects, or those that accept lists. */
export function containersOf(
  alternatives: readonly Alternative[],
  type: 'object' | 'array',
): readonly Alternative[] {
  return alternatives.filter(({ schema }) => typesOf(schema)?.includes(type) === true);
}
