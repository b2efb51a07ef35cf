import type { JsonSchema } from '@toolwright/contract';

/** A schema without what says nothing of validity: else descriptions would stand in a program a second time. */
export function withoutAnnotations(schema: JsonSchema): JsonSchema {
  const {
    title,
    description,
    default: _,
    examples,
    deprecated,
    writeOnly,
    contentEncoding,
    $schema,
    ...rest
  } = schema;
  return {
    ...rest,
    ...(rest.$defs && { $defs: all(rest.$defs) }),
    ...(rest.properties && { properties: all(rest.properties) }),
    ...(rest.patternProperties && { patternProperties: all(rest.patternProperties) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(withoutAnnotations) }),
    ...(rest.oneOf && { oneOf: rest.oneOf.map(withoutAnnotations) }),
    ...(rest.allOf && { allOf: rest.allOf.map(withoutAnnotations) }),
    ...(rest.prefixItems && { prefixItems: rest.prefixItems.map(withoutAnnotations) }),
    ...(rest.not && { not: withoutAnnotations(rest.not) }),
    ...(rest.propertyNames && { propertyNames: withoutAnnotations(rest.propertyNames) }),
    ...(typeof rest.items === 'object' && { items: withoutAnnotations(rest.items) }),
    ...(typeof rest.additionalProperties === 'object' && {
      additionalProperties: withoutAnnotations(rest.additionalProperties),
    }),
  };
}

function all(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  // `fromEntries` defines own members, also one named `__proto__`.
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withoutAnnotations(schema)]),
  );
}
