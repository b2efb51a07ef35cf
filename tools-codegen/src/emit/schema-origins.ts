import type { JsonSchema } from '@toolwright/contract';

/** The origin of a schema: a named type, or another schema with additions. */
export type SchemaOrigin =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'extended'; readonly base: JsonSchema; readonly own: JsonSchema };

/** Records the origins of schemas, so that a module can write each named type once. The schemas remain plain data. */
export interface SchemaOrigins {
  find(schema: object): SchemaOrigin | undefined;
  /** Records the origin of an existing schema. */
  add(schema: JsonSchema, origin: SchemaOrigin): void;
  /** Marks a schema as the schema of a named type. */
  name(schema: JsonSchema, name: string): JsonSchema;
  /** Returns a copy of a schema with additions. */
  extend(base: JsonSchema, own: JsonSchema): JsonSchema;
}

export function createSchemaOrigins(): SchemaOrigins {
  const origins = new WeakMap<object, SchemaOrigin>();
  return {
    find: (schema) => origins.get(schema),
    add: (schema, origin) => {
      origins.set(schema, origin);
    },
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
