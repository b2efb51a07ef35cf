import type { JsonSchema } from '@toolwright/contract';

/** One keyword of a schema that a value breaks. */
export interface Violation {
  readonly keyword: string;
  /** The parameters that AJV reports for the keyword. @see https://ajv.js.org/api.html#error-parameters */
  readonly params: Readonly<Record<string, unknown>>;
  readonly segments: readonly string[];
  /** The value at the path. */
  readonly found: unknown;
  /** The schema that holds the keyword. */
  readonly schema: JsonSchema;
}

/** A broken keyword without its location. */
export type BrokenKeyword = Pick<Violation, 'keyword' | 'params'>;
