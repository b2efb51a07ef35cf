import type { JsonSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/schema';
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

function hasOnly(keywords: ReadonlyMap<string, Kind>, root: JsonSchema): boolean {
  const isKnown = (schema: unknown): boolean =>
    typeof schema === 'boolean' ||
    (isContainer(schema) &&
      Object.entries(schema).every(([keyword, value]) => isKnownKeyword(keyword, value)));
  const isKnownKeyword = (keyword: string, value: unknown): boolean => {
    if (keyword === '$ref') return isKnownRef(value, root);
    const kind = keywords.get(keyword);
    if (kind === 'schemas') return isContainer(value) && Object.values(value).every(isKnown);
    return kind === 'schema' ? isKnown(value) : kind !== undefined;
  };
  return isKnown(root);
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
