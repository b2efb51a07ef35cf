import type { JsonSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';
import { isContainer } from './json-types.js';

/** Whether `SchemaChecker` knows all keywords of a schema. It knows those that codegen writes; hand-written schemas may use others. */
export function isKnownSchema(root: JsonSchema): boolean {
  return hasOnly(KEYWORDS, root);
}

/**
 * Whether each definition of a schema can be compiled separately: no keyword depends on what others have evaluated, as
 * `unevaluatedProperties` does.
 */
export function isSplittableSchema(root: JsonSchema): boolean {
  return hasOnly(SPLITTABLE, root);
}

/** Without recursion: others may nest their schemas to any depth. */
function hasOnly(keywords: ReadonlyMap<string, Kind>, root: JsonSchema): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const schema = open.pop();
    if (typeof schema === 'boolean') continue;
    if (!isContainer(schema)) return false;
    for (const [keyword, value] of Object.entries(schema)) {
      const kind = keyword === '$ref' ? undefined : keywords.get(keyword);
      if (kind === 'schemas') {
        if (!isContainer(value)) return false;
        for (const part of Object.values(value)) open.push(part);
      } else if (kind === 'schema') open.push(value);
      else if (kind === undefined && !(keyword === '$ref' && isKnownRef(value, root))) return false;
    }
  }
  return true;
}

/** References to other documents and to anchors are left to AJV. */
function isKnownRef(ref: unknown, root: JsonSchema): boolean {
  return typeof ref === 'string' && /^#(\/|$)/.test(ref) && isContainer(findByPointer(root, ref));
}

/** The contents of a keyword: values, a schema, or schemas. */
type Kind = 'values' | 'schema' | 'schemas';

const KEYWORDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...(['not', 'items', 'additionalProperties', 'propertyNames'] as const).map(
    (name) => [name, 'schema'] as const,
  ),
  ...(['$defs', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'properties', 'patternProperties'] as const).map(
    (name) => [name, 'schemas'] as const,
  ),
  ...`$schema $comment title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType type const
  enum required minProperties maxProperties minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum
  multipleOf minLength maxLength pattern format`
    .split(/\s+/)
    .map((name) => [name, 'values'] as const),
]);

const SPLITTABLE: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...KEYWORDS,
  ...(['if', 'then', 'else', 'contains'] as const).map((name) => [name, 'schema'] as const),
  ...(['minContains', 'maxContains', 'dependentRequired'] as const).map((name) => [name, 'values'] as const),
  ['dependentSchemas', 'schemas'],
]);
