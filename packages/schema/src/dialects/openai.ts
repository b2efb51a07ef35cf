import { type Dialect, unchanged, type WireSchema } from '../dialect.js';
import { OPENAI_LIMITS } from '../limits/provider-limits.js';

export interface OpenAITool {
  type: 'function';
  function: { name: string; description: string; parameters: WireSchema; strict?: boolean };
}

/**
 * Chat completions without `strict`: the schema guides the model and binds it to nothing, so every keyword may stay.
 * @see https://platform.openai.com/docs/guides/function-calling
 */
export const openaiDialect: Dialect<OpenAITool> = {
  name: 'openai',
  limits: OPENAI_LIMITS,
  lower: unchanged,
  decode: (value) => value,
  wireTool: ({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }),
};
