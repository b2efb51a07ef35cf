import type { JsonSchema } from '@toolwright/contract';
import { mergeSchemas } from './merge-schemas.js';
import { DOCS, type SourceContext, type SourcePlace } from './source-place.js';

/**
 * Joins a schema with the schemas that it refers to. The result has no `allOf`, and no `$ref` unless there is nothing else but
 * documentation.
 */
export function joinParts(schema: JsonSchema, place: SourcePlace, context: SourceContext): JsonSchema {
  const { $ref, allOf, ...own } = schema;
  if ($ref === undefined && !Array.isArray(allOf)) return schema;
  const parts = [...($ref === undefined ? [] : [{ $ref }]), ...(Array.isArray(allOf) ? allOf : [])];
  const isAlone = Object.keys(own).every((keyword) => DOCS.has(keyword));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && isAlone) {
    if (only.$ref !== undefined && Object.keys(only).length === 1) return { ...own, ...only };
    if (only.$ref === undefined && only.allOf === undefined) return { ...only, ...own };
  }
  return parts.reduce((joined, part) => join(joined, part, place, context), own);
}

function join(one: JsonSchema, part: unknown, place: SourcePlace, context: SourceContext): JsonSchema {
  if (typeof part !== 'object' || part === null || context.isExhausted(place)) return one;
  const lose = ({ keyword, what }: { readonly keyword: string; readonly what: string }): void =>
    context.lose(place, keyword, what);
  const { $ref, allOf, ...own }: JsonSchema = part;
  let joined = mergeSchemas(one, own, lose);
  if ($ref !== undefined) {
    const target = context.findDefinition($ref);
    if (target === undefined)
      context.lose(place, '$ref', `${JSON.stringify($ref)} has no target, or stands for itself`);
    else joined = join(joined, target, place, context);
  }
  return Array.isArray(allOf) ? allOf.reduce((all, each) => join(all, each, place, context), joined) : joined;
}
