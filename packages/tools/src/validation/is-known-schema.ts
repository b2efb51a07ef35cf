import { appendAll, type JsonSchema } from '@toolwright/contract';
import { findTarget, holdingOf, isContainer, schemasWithin } from '@toolwright/json-schema';

/** Whether a schema has only keywords that codegen writes, which `SchemaExplainer` explains best. */
export function isKnownSchema(root: JsonSchema): boolean {
  return hasOnly((keyword) => KEYWORDS.has(keyword), root);
}

/**
 * Whether each definition of a schema can be compiled separately, because no keyword depends on the results of other keywords, as
 * `unevaluatedProperties` does.
 */
export function isSplittableSchema(root: JsonSchema): boolean {
  return hasOnly((keyword) => SPLITTABLE.has(keyword), root);
}

/** Whether `SchemaChecker` knows a keyword. */
export function isSupportedKeyword(keyword: string): boolean {
  return SPLITTABLE.has(keyword) || keyword === '$ref' || keyword === 'definitions';
}

/** Returns the keywords of a schema that affect validity and that `SchemaChecker` does not support, in order; empty if it supports all. */
export function findUninterpretable(root: JsonSchema): readonly string[] {
  const found = new Set<string>();
  for (const schema of schemasWithin(root))
    for (const [keyword, value] of Object.entries(schema)) {
      if (COMPILED_ONLY.has(keyword) || (keyword === '$ref' && !isLocal(value))) found.add(keyword);
    }
  return [...found];
}

function isLocal(ref: unknown): boolean {
  return typeof ref === 'string' && (ref === '#' || ref.startsWith('#/'));
}

/** Whether a schema uses only these keywords. Works without recursion, because third-party schemas may be nested to any depth. */
function hasOnly(isSupported: (keyword: string) => boolean, root: JsonSchema): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const schema = open.pop();
    if (typeof schema === 'boolean') continue;
    if (!isContainer(schema)) return false;
    for (const [keyword, value] of Object.entries(schema)) {
      const holding = holdingOf(keyword);
      if (keyword === '$ref' ? !isKnownRef(value, root) : !isSupported(keyword)) return false;
      if (holding === 'one') open.push(value);
      else if (holding !== undefined && !isContainer(value)) return false;
      else if (holding !== undefined) appendAll(open, Object.values(Object(value)));
    }
  }
  return true;
}

/** Whether a reference is supported. References to other documents and to anchors are left to AJV. */
function isKnownRef(ref: unknown, root: JsonSchema): boolean {
  return typeof ref === 'string' && findTarget(ref, root) !== undefined;
}

const KEYWORDS =
  words(`not items additionalProperties propertyNames $defs anyOf oneOf allOf prefixItems properties
  patternProperties $schema $comment title description default examples deprecated readOnly writeOnly contentEncoding
  contentMediaType type const enum required minProperties maxProperties minItems maxItems uniqueItems minimum maximum
  exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format`);

const SPLITTABLE: ReadonlySet<string> = new Set([
  ...KEYWORDS,
  ...words('if then else contains minContains maxContains dependentRequired dependentSchemas'),
]);

/** Keywords that affect validity, or what references mean, and that only AJV supports. */
const COMPILED_ONLY =
  words(`unevaluatedProperties unevaluatedItems $id id $anchor $dynamicAnchor $dynamicRef $recursiveAnchor
  $recursiveRef additionalItems dependencies nullable discriminator`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
