import type { JsonSchema } from '@toolwright/contract';

/** The origin of a schema: a named type, or another schema with additions. */
export type SchemaOrigin =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'extended'; readonly base: JsonSchema; readonly own: JsonSchema };

/** Records the origins of schemas, so that a module can write each named type once. The schemas stay plain data. */
export interface SchemaOrigins {
  find(schema: object): SchemaOrigin | undefined;
  /** Marks a schema as that of a named type. */
  name(schema: JsonSchema, name: string): JsonSchema;
  /** A copy of a schema with additions. */
  extend(base: JsonSchema, own: JsonSchema): JsonSchema;
}

/** A schema, and where it comes from. */
export type SchemaWithOrigin = readonly [schema: JsonSchema, origin: SchemaOrigin];

/** @param known Origins to begin with. */
export function createSchemaOrigins(known: readonly SchemaWithOrigin[] = []): SchemaOrigins {
  const origins = new WeakMap<object, SchemaOrigin>(known);
  return {
    find: (schema) => origins.get(schema),
    name: (schema, name) => {
      // An alias and its target may share a schema: the first name wins.
      if (!origins.has(schema)) origins.set(schema, { kind: 'named', name });
      return schema;
    },
    extend: (base, own) => {
      const schema = { ...base, ...own };
      origins.set(schema, { kind: 'extended', base, own });
      return schema;
    },
  };
}
