import type { JsonSchema } from '@toolwright/contract';

/** A keyword of a schema that a value violates. */
export interface Violation {
  readonly keyword: string;
  /** The parameters that AJV reports for the keyword. @see https://ajv.js.org/api.html#error-parameters */
  readonly params: Readonly<Record<string, unknown>>;
  readonly segments: readonly string[];
  /** The value at the path. */
  readonly found: unknown;
  /** The schema that contains the keyword. */
  readonly schema: JsonSchema;
}

/** A violated keyword without its location. */
export type BrokenKeyword = Pick<Violation, 'keyword' | 'params'>;
