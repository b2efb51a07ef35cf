import type { ObjectSchema, ToolSpec } from '@toolwright/contract';
import type { DialectDefinition, LoweredParts, WireSchema } from '../dialect.js';
import { type Limits, SIMPLE_NAME } from '../limits/limits.js';
import { flattenRoot } from '../lower/flatten-root.js';

export interface OpenAITool {
  type: 'function';
  function: { name: string; description: string; parameters: WireSchema; strict?: boolean };
}

/** The limits for the `name` and `description` of a function in chat completions. */
export const OPENAI_LIMITS: Limits = {
  toolName: {
    allowed: SIMPLE_NAME,
    source: 'https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools',
  },
  // Not documented; the API refuses longer descriptions with `string_above_max_length`.
  description: { allowed: 1024, source: 'https://github.com/getsentry/sentry-mcp/issues/106' },
};

/**
 * Chat completions without `strict`. The schema guides the model but is not enforced, so every keyword is kept, except some at the top
 * level.
 * @see https://platform.openai.com/docs/guides/function-calling
 */
export const openaiDialect: DialectDefinition<OpenAITool> = {
  limits: OPENAI_LIMITS,
  lower: lowerOpenAIRoot,
  wireTool: functionTool,
};

/**
 * Not documented; the API answers "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top
 * level".
 * @see https://github.com/langchain-ai/langchainjs/issues/9804
 */
export function lowerOpenAIRoot(schema: ObjectSchema): LoweredParts {
  return flattenRoot(schema, ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not']);
}

/** Returns a tool in the format of chat completions, which other APIs share. */
export function functionTool({ name, description }: ToolSpec, parameters: WireSchema): OpenAITool {
  return { type: 'function', function: { name, description, parameters } };
}
