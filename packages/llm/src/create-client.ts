import { type LLMProvider, ToolwrightError } from '@toolwright/contract';
import { AnthropicClient } from './anthropic/anthropic-client.js';
import type { LLMConfig } from './config.js';
import { GoogleClient } from './google/google-client.js';
import { GroqClient } from './groq/groq-client.js';
import { OllamaClient } from './ollama/ollama-client.js';
import { OpenAIClient } from './openai/openai-client.js';

const CLIENTS: ReadonlyMap<string, (config: LLMConfig) => LLMProvider> = new Map([
  ['openai', (config: LLMConfig) => new OpenAIClient(config)],
  ['openai-compatible', (config: LLMConfig) => new OpenAIClient(config)],
  ['anthropic', (config: LLMConfig) => new AnthropicClient(config)],
  ['google', (config: LLMConfig) => new GoogleClient(config)],
  ['groq', (config: LLMConfig) => new GroqClient(config)],
  ['ollama', (config: LLMConfig) => new OllamaClient(config)],
]);

/**
 * A client for one model. Keep it and share it: it serves any number of calls at once.
 * @throws ToolwrightError `UNSUPPORTED` with the providers there are, `MISSING_API_KEY` with the variable to set, or `INVALID_CONFIG`
 */
export function createClient(config: LLMConfig): LLMProvider {
  const create = CLIENTS.get(config.provider);
  if (create !== undefined) return create(config);
  throw new ToolwrightError(
    'UNSUPPORTED',
    `No provider '${String(config.provider)}'. Supported: ${[...CLIENTS.keys()].join(', ')}.`,
    {
      blame: 'developer',
      hint: "Most other servers speak OpenAI's protocol: use 'openai-compatible' with their baseUrl.",
    },
  );
}
