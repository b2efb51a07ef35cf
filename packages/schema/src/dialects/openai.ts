import type { Dialect, WireSchema } from '../dialect.js';

export interface OpenAITool {
  type: 'function';
  function: { name: string; description: string; parameters: WireSchema };
}

/**
 * Chat completions without `strict`: the schema guides the model and binds it to nothing, so every keyword may stay.
 * @see https://platform.openai.com/docs/guides/function-calling
 */
export const openaiDialect: Dialect<OpenAITool> = {
  name: 'openai',
  lower: (schema) => ({ schema, losses: [] }),
  decode: (value) => value,
  wireTool: ({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }),
};
