import type { JsonSchema } from '@toolwright/contract';
import { compilePattern, findTarget, holdingOf, isContainer, schemasWithin } from '@toolwright/json-schema';

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

/**
 * Whether `SchemaChecker` supports all keywords of a schema that affect validity.
 * @param isStrict whether unknown keywords are errors. Otherwise, they are ignored.
 */
export function canInterpret(root: JsonSchema, isStrict: boolean): boolean {
  return hasOnly((keyword) => SPLITTABLE.has(keyword) || (!isStrict && !COMPILED_ONLY.has(keyword)), root);
}

/**
 * Checks what AJV checks when it compiles a schema.
 * @throws Error for unknown types and invalid patterns
 */
export function assertInterpretable(root: JsonSchema): void {
  for (const { type, pattern, patternProperties = {} } of schemasWithin(root)) {
    for (const one of type === undefined ? [] : [type].flat())
      if (!TYPES.has(one)) throw new Error(`schema is invalid: there is no type ${JSON.stringify(one)}`);
    for (const source of [...(pattern === undefined ? [] : [pattern]), ...Object.keys(patternProperties)])
      compilePattern(source);
  }
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
      else if (holding !== undefined) open.push(...Object.values(Object(value)));
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
  words(`unevaluatedProperties unevaluatedItems $id $anchor $dynamicAnchor $dynamicRef $recursiveAnchor
  $recursiveRef additionalItems dependencies nullable discriminator definitions`);

const TYPES: ReadonlySet<unknown> = words('string number integer boolean null array object');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
