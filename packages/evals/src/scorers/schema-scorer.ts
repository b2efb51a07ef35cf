import type { JsonSchema } from '@toolwright/contract';
import { SchemaValidator } from '@toolwright/tools/validation';
import type { Scorer } from '../define/scorer.js';
import { answerValue, verdict, versionOf } from './text-scorers.js';

/** The structured output, or the answer as JSON, matches a JSON Schema (draft 2020-12). @throws ToolwrightError `INVALID_CONFIG` */
export function schema(jsonSchema: JsonSchema): Scorer {
  const validator = new SchemaValidator(jsonSchema);
  validator.compile();
  return {
    name: 'schema',
    version: versionOf('schema', jsonSchema),
    score({ result }) {
      const issues = validator.issues(answerValue(result));
      return verdict(
        issues.length === 0,
        issues
          .slice(0, 5)
          .map(({ message }) => message)
          .join(' '),
      );
    },
  };
}
