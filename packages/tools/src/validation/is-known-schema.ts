import type { JsonSchema } from '@toolwright/contract';
import { findTarget, holdingOf, isContainer } from '@toolwright/json-schema';

/** Whether `SchemaChecker` supports all keywords of a schema. It supports all keywords that codegen writes. */
export function isKnownSchema(root: JsonSchema): boolean {
  return hasOnly(KEYWORDS, root);
}

/**
 * Whether each definition of a schema can be compiled separately, because no keyword depends on the results of other keywords, as
 * `unevaluatedProperties` does.
 */
export function isSplittableSchema(root: JsonSchema): boolean {
  return hasOnly(SPLITTABLE, root);
}

/** Whether a schema uses only these keywords. Works without recursion, because third-party schemas may be nested to any depth. */
function hasOnly(keywords: ReadonlySet<string>, root: JsonSchema): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const schema = open.pop();
    if (typeof schema === 'boolean') continue;
    if (!isContainer(schema)) return false;
    for (const [keyword, value] of Object.entries(schema)) {
      const holding = holdingOf(keyword);
      if (keyword === '$ref' ? !isKnownRef(value, root) : !keywords.has(keyword)) return false;
      if (holding === 'one') open.push(value);
      else if (holding !== undefined && !isContainer(value)) return false;
      else if (holding !== undefined) open.push(...Object.values(Object(value)));
    }
  }
  return true;
}

/** Whether a reference is supported. References to other documents and to anchors are left to AJV. */
function isKnownRef(ref: unknown, root: JsonSchema): boolean {
  return typeof ref === 'string' && findTarget(ref, root) !== undefined;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  `not items additionalProperties propertyNames $defs anyOf oneOf allOf prefixItems properties patternProperties
  $schema $comment title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType type const
  enum required minProperties maxProperties minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum
  multipleOf minLength maxLength pattern format`.split(/\s+/),
);

const SPLITTABLE: ReadonlySet<string> = new Set([
  ...KEYWORDS,
  ...[
    'if',
    'then',
    'else',
    'contains',
    'minContains',
    'maxContains',
    'dependentRequired',
    'dependentSchemas',
  ],
]);
