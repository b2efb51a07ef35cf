import type { JsonSchema } from '@toolwright/contract';
import { jsonTypeOf } from '../../union/json-types.js';
import type { SourceContext } from './source-place.js';

/** Returns the types of JSON that a schema accepts and that are one type for the compiler, which forgets comments. Not those of objects. */
export function kindsOf(schema: JsonSchema, context: SourceContext): ReadonlySet<string> {
  const kinds = new Set<string>();
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  for (let next = open.pop(); next !== undefined && seen.size < MAX_PARTS; next = open.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const { $ref, anyOf, oneOf, allOf, type, const: only, enum: values }: JsonSchema = next;
    if ($ref !== undefined) open.push(context.findDefinition($ref));
    for (const parts of [anyOf, oneOf, allOf]) if (Array.isArray(parts)) open.push(...parts);
    const literals = only === undefined ? values : [only];
    const own = Array.isArray(literals) ? literals.map(jsonTypeOf) : [type ?? []].flat();
    for (const kind of own) {
      if (kind !== undefined && kind !== 'object' && kind !== 'null')
        kinds.add(kind === 'integer' ? 'number' : kind);
    }
  }
  return kinds;
}

/** A bound for schemas that combine many others. */
const MAX_PARTS = 200;
