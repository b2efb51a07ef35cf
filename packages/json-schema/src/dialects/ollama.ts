import type { DialectDefinition } from '../dialect.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';
import { functionTool, type OpenAITool } from './openai.js';

/**
 * The keywords that the server passes on to the model's template. It silently drops all others, and it does not follow `$ref`, so types
 * are inlined. `additionalProperties: false` is kept, although no template uses it yet.
 * @see https://github.com/ollama/ollama/blob/main/api/types.go (ToolFunctionParameters, ToolProperty)
 * @see https://github.com/ollama/ollama-js/blob/main/src/interfaces.ts (Tool)
 */
const OLLAMA: Profile = {
  keywords: new Set([
    ...['type', 'description', 'enum', 'anyOf', 'items', 'properties', 'required', 'additionalProperties'],
  ]),
  understands: (keyword, value) => {
    if (keyword === 'additionalProperties') return value === false;
    return keyword !== 'items' || typeof value === 'object';
  },
  optional: 'absent',
  open: 'stays',
  references: 'none',
  cycles: 'any',
};

/** Ollama's chat API. The schema guides the model but is not enforced. */
export const ollamaDialect: DialectDefinition<OpenAITool> = {
  limits: {},
  lower: (schema) => lowerSchema(schema, OLLAMA),
  wireTool: functionTool,
};
