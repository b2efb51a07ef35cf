import type { JsonSchema } from '@toolwright/contract';
import { SchemaChecker } from './schema-checker.js';

/**
 * Returns a function that tells whether a value matches a part of a schema, whose references lead to the definitions of the whole. It
 * interprets the schema, so that nothing is compiled for a single value. A part that cannot be judged refuses every value.
 */
export function partJudge(root: JsonSchema): (value: unknown, part: JsonSchema) => boolean {
  return (value, part) => {
    try {
      return new SchemaChecker(root, true).accepts(value, part);
    } catch {
      // A pattern is invalid or takes too long, or the value is nested too deeply.
      return false;
    }
  };
}
