import type { JsonSchema } from '@toolwright/contract';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import type { Wording } from '../explain/issue-sentences.js';

/** Compiles schemas. */
export interface Compiler {
  /** Whether unknown keywords and formats are errors. Otherwise, they are ignored. */
  readonly isStrict: boolean;
  readonly isForeign: boolean;
  /**
   * Returns a validator that only returns whether a value is valid.
   * @throws AJV's errors for invalid schemas; an error that `refusesGeneratedCode` knows if nothing can be compiled
   */
  compile(schema: JsonSchema): (value: unknown) => boolean;
  /** Explains why a value is invalid. The list may be empty. Throws the same errors as `compile`. */
  issues(value: unknown, schema: JsonSchema, wording: Wording): ArgumentIssue[];
}
