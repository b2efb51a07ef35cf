import type { JsonSchema } from '@toolwright/contract';

/** A part of a server's schema as it was read. It accepts every value that the server's own schema accepts. */
export interface Reading {
  readonly schema: JsonSchema;
  /** It also refuses what the server's schema refuses. Otherwise some of it is left to the server, and the part cannot be negated. */
  readonly isExact: boolean;
  /** Nothing was left out that could tell which members and items have been looked at, as `unevaluatedProperties` has to know. */
  readonly isComplete: boolean;
}

/** A part that is being read. */
export class Draft {
  schema: Record<string, unknown> = {};
  isExact = true;
  isComplete = true;

  /** Takes over what is known of a part inside this one. @param inPlace Both look at the same value. */
  adopt(part: Reading, inPlace: boolean): JsonSchema {
    this.isExact &&= part.isExact;
    if (inPlace) this.isComplete &&= part.isComplete;
    return part.schema;
  }

  /** Adds a schema that holds beside the others. */
  require(schema: unknown): void {
    const { allOf } = this.schema;
    this.schema.allOf = Array.isArray(allOf) ? [...allOf, schema] : [schema];
  }

  /** Leaves something to the server. */
  leave({ coverage }: { readonly coverage: boolean } = { coverage: false }): void {
    this.isExact = false;
    if (coverage) this.isComplete = false;
  }

  finish(): Reading {
    // Only known keywords with values of their kind have been put in.
    return {
      schema: this.schema as JsonSchema,
      isExact: this.isExact,
      isComplete: this.isComplete,
    };
  }
}

/** What every value passes, and what none does. */
export const ANYTHING: Reading = { schema: {}, isExact: true, isComplete: true };
export const NOTHING: Reading = { schema: { not: {} }, isExact: true, isComplete: true };
/** A part that only the server can judge. */
export const UNCHECKED: Reading = { schema: {}, isExact: false, isComplete: false };
