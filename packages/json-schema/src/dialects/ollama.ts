import type { DialectDefinition } from '../dialect.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';
import { functionTool, type OpenAITool } from './openai.js';

/**
 * The keywords that the server passes on to the model's template; it silently drops all others. It does not follow `$ref`, so types are
 * inlined. Closed objects are marked as such, although nothing reads that yet.
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

/** Ollama's chat. Its schema guides the model without binding it. */
export const ollamaDialect: DialectDefinition<OpenAITool> = {
  limits: {},
  lower: (schema) => lowerSchema(schema, OLLAMA),
  wireTool: functionTool,
};
