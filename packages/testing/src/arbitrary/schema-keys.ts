import type { JsonSchema } from '@toolwright/contract';
import type { Conjunction } from './conjunction.js';

/** Keywords that only others write. */
type Conditional = JsonSchema & { readonly [Keyword in 'if' | 'then' | 'else']?: JsonSchema | boolean };

/** What applies to a value with a union: one of the branches, and the rest. */
export interface Union {
  readonly rest: Conjunction;
  readonly branches: readonly JsonSchema[];
}

/**
 * Names sets of schemas, so that what was computed for one is found again. Schemas without some of their keywords are created once, because
 * the number of sets would grow with the number of values otherwise.
 */
export class SchemaKeys {
  readonly #ids = new Map<JsonSchema | boolean, number>();
  readonly #bare = new Map<JsonSchema, JsonSchema>();
  readonly #rests = new Map<JsonSchema, JsonSchema>();
  readonly #choices = new Map<JsonSchema, JsonSchema>();

  keyOf(schemas: readonly (JsonSchema | boolean)[]): string {
    return [...new Set(schemas.map((schema) => this.#id(schema)))].sort((a, b) => a - b).join();
  }

  /** Finds the first union; `if` is one of its two cases. */
  findUnion(given: Conjunction): Union | undefined {
    const all = given.map((schema) => this.#withChoice(schema));
    const index = all.findIndex(({ anyOf, oneOf }) => (anyOf ?? oneOf) !== undefined);
    const found = all[index];
    const branches = found?.anyOf ?? found?.oneOf;
    if (found === undefined || branches === undefined) return undefined;
    return { rest: all.map((one, at) => this.bare(at === index ? this.#restOf(one) : one)), branches };
  }

  /** The schema without references, whose targets are already in the conjunction, like the parts of `allOf`. */
  bare(schema: JsonSchema): JsonSchema {
    const { $ref, allOf, ...rest } = schema;
    if ($ref === undefined && allOf === undefined) return schema;
    const found = this.#bare.get(schema) ?? rest;
    this.#bare.set(schema, found);
    return found;
  }

  /** With `anyOf` instead of `if`. Values of the second case may meet the condition: the whole schema refuses them. */
  #withChoice(schema: JsonSchema): JsonSchema {
    if (!('if' in schema) || schema.anyOf !== undefined || schema.oneOf !== undefined) return schema;
    const { if: condition, then = true, else: otherwise = true, ...rest } = schema as Conditional;
    const anyOf = [{ allOf: [condition, then] }, { allOf: [otherwise] }] as readonly JsonSchema[]; // may hold booleans
    const found = this.#choices.get(schema) ?? { ...rest, anyOf };
    this.#choices.set(schema, found);
    return found;
  }

  #restOf(schema: JsonSchema): JsonSchema {
    const { anyOf, oneOf, ...others } = schema;
    const rest = anyOf !== undefined && oneOf !== undefined ? { ...others, oneOf } : others;
    const found = this.#rests.get(schema) ?? rest;
    this.#rests.set(schema, found);
    return found;
  }

  #id(schema: JsonSchema | boolean): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}
