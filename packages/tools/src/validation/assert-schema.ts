import { ToolwrightError } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { holdingOf, isContainer } from '@toolwright/json-schema';

/** Keywords that do not affect validity. */
const ANNOTATIONS =
  words(`$schema $id $anchor $comment $vocabulary title description default example examples deprecated
  readOnly writeOnly externalDocs xml`);

/** Keywords of any draft and of OpenAPI that contain no subschemas to check. */
const KEYWORDS =
  words(`type const enum required minProperties maxProperties minItems maxItems uniqueItems minContains maxContains
  dependentRequired minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format
  contentEncoding contentMediaType contentSchema $ref $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor nullable
  discriminator`);

/**
 * Refuses an object that is not a JSON Schema, such as `{ name, schema }`. It would accept every value, because none of its members is a
 * keyword. `{}` and `true` accept every value deliberately.
 * @param what the schema's name in the error message, e.g. "The schema of 'Report'"
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function assertSchema(root: unknown, what: string): void {
  const open: { readonly schema: unknown; readonly path: readonly string[] }[] = [{ schema: root, path: [] }];
  const seen = new Set<unknown>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { schema, path } = next;
    if (!isContainer(schema) || Array.isArray(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (!saysSomething(schema)) throw noSchema(schema, path, what);
    for (const [keyword, value] of Object.entries(schema)) {
      const holding = holdingOf(keyword);
      if (holding === undefined || !isContainer(value)) continue;
      if (holding === 'named' || Array.isArray(value))
        for (const [name, part] of Object.entries(value))
          open.push({ schema: part, path: [...path, keyword, name] });
      else open.push({ schema: value, path: [...path, keyword] });
    }
  }
}

function saysSomething(schema: object): boolean {
  const others = Object.keys(schema).filter((name) => !ANNOTATIONS.has(name) && !name.startsWith('x-'));
  return others.length === 0 || others.some((name) => KEYWORDS.has(name) || holdingOf(name) !== undefined);
}

function noSchema(schema: object, path: readonly string[], what: string): ToolwrightError {
  const place = path.length === 0 ? '' : ` at ${formatPath(path)}`;
  const names = Object.keys(schema).join(', ');
  const inner = Object.entries(schema).find(
    ([, value]) => isContainer(value) && ('properties' in value || '$ref' in value),
  );
  return new ToolwrightError(
    'INVALID_CONFIG',
    `${what} is not a JSON Schema${place}: { ${names} } contains no keywords.`,
    {
      blame: 'developer',
      hint:
        inner === undefined
          ? "Pass a JSON Schema such as { type: 'object', properties: { … } }; {} accepts every value."
          : `Pass the schema itself, which is the member '${inner[0]}'.`,
    },
  );
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
