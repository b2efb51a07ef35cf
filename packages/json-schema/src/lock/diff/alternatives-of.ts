import { isRecord } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/json';
import { findTarget } from '../../document/references.js';

type Schema = Readonly<Record<string, unknown>>;

/** One alternative of a schema, behind references and unions. */
export interface Alternative {
  readonly schema: Schema;
  /** Where it is in the whole schema. */
  readonly path: readonly string[];
}

/** The alternatives of a schema: itself, if it is no union. A reference that leads nowhere stands for anything. */
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

/** The types that an alternative names; undefined if it names none. */
function typesOf({ type }: Schema): readonly unknown[] | undefined {
  return type === undefined ? undefined : [type].flat();
}

/** The values that an alternative lists; undefined if it lists none. */
function literalsOf({ const: only, enum: listed }: Schema): readonly unknown[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(listed) ? listed : undefined;
}

/** Whether validation takes null for a value of the schema, and not for a member that is left out. */
export function admitsNull(alternatives: readonly Alternative[]): boolean {
  return alternatives.some(({ schema }) => {
    const isOfType = typesOf(schema)?.includes('null') ?? true;
    return isOfType && (literalsOf(schema)?.includes(null) ?? true);
  });
}

/** The texts that validation leaves as they are: all, or those that are listed. */
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

/** The types for which validation reads a text, such as `"3"` for a number. */
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

/** The alternatives that are objects, or lists. */
export function containersOf(
  alternatives: readonly Alternative[],
  type: 'object' | 'array',
): readonly Alternative[] {
  return alternatives.filter(({ schema }) => typesOf(schema)?.includes(type) === true);
}
