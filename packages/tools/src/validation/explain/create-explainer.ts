import type { JsonSchema } from '@toolwright/contract';
import { schemaTraits } from '@toolwright/json-schema';
import type { Compiler } from '../ajv/compiler.js';
import { refusesGeneratedCode } from '../ajv/refused-code.js';
import { isKnownSchema } from '../is-known-schema.js';
import type { ArgumentIssue } from './argument-issue.js';
import type { Wording } from './issue-sentences.js';
import { SchemaExplainer } from './schema-explainer.js';

/** Returns the issues of a value that a schema refuses. The list may be empty. */
export type Explain = (value: unknown) => ArgumentIssue[];

export function createExplainer(schema: JsonSchema, compiler: Compiler, wording: Wording): Explain {
  const explainer = new SchemaExplainer(schema, schemaTraits(schema).namesInherited, wording);
  if (isKnownSchema(schema)) return (value) => explainer.issues(value);
  return (value) => {
    try {
      return compiler.issues(value, schema, wording);
    } catch (error) {
      if (refusesGeneratedCode(error)) return explainer.issues(value);
      throw error;
    }
  };
}
