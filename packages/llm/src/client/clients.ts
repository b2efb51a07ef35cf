import type { Provider } from '../providers/definition.js';
import { PROVIDERS } from '../providers/providers.js';
import type { LLMConfig, ProviderName } from './config.js';
import { ProviderClient } from './provider-client.js';

type ClientClass = new (config: LLMConfig) => ProviderClient;

/** Creates a client class. Its constructor throws ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`. */
function clientOf(provider: Provider): ClientClass {
  return class extends ProviderClient {
    constructor(config: LLMConfig) {
      super(config, provider);
    }
  };
}

/**
 * Calls OpenAI's chat completions and responses APIs, and every compatible server, through the official `openai` SDK, which is
 * loaded on the first request.
 */
export class OpenAIClient extends clientOf(PROVIDERS.openai) {}

/** Calls Anthropic's Messages API through the official `@anthropic-ai/sdk`, an optional peer that is loaded on the first request. */
export class AnthropicClient extends clientOf(PROVIDERS.anthropic) {}

/**
 * Calls Gemini through the official `@google/genai`, an optional peer that is loaded on the first request. If the base URL ends with
 * `/openai`, it calls Google's OpenAI-compatible endpoint through `openai`.
 */
export class GoogleClient extends clientOf(PROVIDERS.google) {}

/** Calls Groq's chat completions through the official `groq-sdk`, an optional peer that is loaded on the first request. */
export class GroqClient extends clientOf(PROVIDERS.groq) {}

/** Calls models on an Ollama server through the official `ollama` SDK, an optional peer that is loaded on the first request. */
export class OllamaClient extends clientOf(PROVIDERS.ollama) {}

/** Providers with a client class. */
export const CLIENTS: Readonly<Partial<Record<ProviderName, new (config: LLMConfig) => ProviderClient>>> = {
  openai: OpenAIClient,
  'openai-compatible': OpenAIClient,
  anthropic: AnthropicClient,
  google: GoogleClient,
  groq: GroqClient,
  ollama: OllamaClient,
};
