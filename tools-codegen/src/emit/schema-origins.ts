import type { JsonSchema } from '@toolwright/contract';

/** Where a schema comes from: a named type, or another schema to which something was added. */
export type SchemaOrigin =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'extended'; readonly base: JsonSchema; readonly own: JsonSchema };

/** Remembers where schemas come from, so that a module can write each named type once. The schemas themselves stay plain data. */
export interface SchemaOrigins {
  find(schema: object): SchemaOrigin | undefined;
  /** Says that a schema is that of a named type. */
  name(schema: JsonSchema, name: string): JsonSchema;
  /** A copy of a schema with something added. */
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
      // The schema of an alias may be that of its target: the first name stands.
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
