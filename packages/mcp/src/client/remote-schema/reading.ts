import type { JsonSchema } from '@toolwright/contract';

/** A part of a server's schema, converted for the registry. It accepts every value that the server's schema accepts. */
export interface Reading {
  readonly schema: JsonSchema;
  /** Whether both schemas accept exactly the same values. If false, some checks are left to the server, and the part cannot be negated. */
  readonly isExact: boolean;
  /** Whether this schema evaluates the same members and items as the server's schema. `unevaluatedProperties` depends on this. */
  readonly isComplete: boolean;
}

/** A subschema that is being read. */
export class Draft {
  schema: Record<string, unknown> = {};
  isExact = true;
  isComplete = true;

  /** Adopts the flags of a subschema. @param inPlace Whether the subschema applies to the same value */
  adopt(part: Reading, inPlace: boolean): JsonSchema {
    this.isExact &&= part.isExact;
    if (inPlace) this.isComplete &&= part.isComplete;
    return part.schema;
  }

  /** Adds a schema to `allOf`. */
  require(schema: unknown): void {
    const { allOf } = this.schema;
    this.schema.allOf = Array.isArray(allOf) ? [...allOf, schema] : [schema];
  }

  /** Leaves a check to the server. @param coverage Whether this can change which members and items are evaluated */
  leave({ coverage }: { readonly coverage: boolean } = { coverage: false }): void {
    this.isExact = false;
    if (coverage) this.isComplete = false;
  }

  finish(): Reading {
    // Only known keywords with valid values were added.
    return {
      schema: this.schema as JsonSchema,
      isExact: this.isExact,
      isComplete: this.isComplete,
    };
  }
}

/** Schemas that accept every value and no value, respectively. */
export const ANYTHING: Reading = { schema: {}, isExact: true, isComplete: true };
export const NOTHING: Reading = { schema: { not: {} }, isExact: true, isComplete: true };
/** A subschema that only the server can check. */
export const UNCHECKED: Reading = { schema: {}, isExact: false, isComplete: false };
