import { isRecord, type JsonSchema } from '@toolwright/contract';

/**
 * A server's schema as the registry compiles it: draft 2020-12 without keywords that AJV does not know. Servers use older drafts and
 * keywords of their own, which cannot be checked.
 */
export function readRemoteSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  // AJV decides whether it is a schema.
  return readSchema(modern(schema)) as JsonSchema;
}

function readSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const known = Object.entries(modern(schema)).flatMap(([keyword, value]) => {
    if (keyword === 'format') return FORMATS.has(String(value)) ? [[keyword, value]] : [];
    const kind = KEYWORDS.get(keyword);
    return kind === undefined ? [] : [[keyword, READ[kind](value)]];
  });
  return Object.fromEntries(known);
}

/** Rewrites the keywords of draft 7. */
function modern(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Array.isArray(schema.items)) return schema;
  const { items, additionalItems, ...rest } = schema;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

type Kind = 'value' | 'schema' | 'schemas' | 'named';

const READ: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  value: (value) => value,
  schema: readSchema,
  schemas: (value) => (Array.isArray(value) ? value.map(readSchema) : value),
  named: (value) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readSchema(one)]))
      : value,
};

const KEYWORDS: ReadonlyMap<string, Kind> = new Map([
  ...words('not if then else items contains additionalProperties propertyNames unevaluatedItems', 'schema'),
  ...words('unevaluatedProperties', 'schema'),
  ...words('anyOf oneOf allOf prefixItems', 'schemas'),
  ...words('$defs definitions properties patternProperties dependentSchemas', 'named'),
  ...words(
    `$ref $anchor $comment title description default examples deprecated readOnly writeOnly type const enum required dependentRequired
    minProperties maxProperties minItems maxItems uniqueItems minContains maxContains minimum maximum exclusiveMinimum exclusiveMaximum
    multipleOf minLength maxLength pattern contentEncoding contentMediaType`,
    'value',
  ),
]);

function words(text: string, kind: Kind): (readonly [string, Kind])[] {
  return text.split(/\s+/).map((word) => [word, kind] as const);
}

/** The formats that the registry's validator checks. */
const FORMATS: ReadonlySet<string> = new Set(
  `date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer
  json-pointer-uri-fragment relative-json-pointer byte binary password int32 int64 float double`.split(/\s+/),
);
