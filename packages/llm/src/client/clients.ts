import type { Provider } from '../providers/definition.js';
import { PROVIDERS } from '../providers/providers.js';
import type { LLMConfig, ProviderName } from './config.js';
import { ProviderClient } from './provider-client.js';

type ClientClass = new (config: LLMConfig) => ProviderClient;

/** Its constructor throws ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`. */
function clientOf(provider: Provider): ClientClass {
  return class extends ProviderClient {
    constructor(config: LLMConfig) {
      super(config, provider);
    }
  };
}

/**
 * OpenAI's chat completions and responses API, and every server that follows one of them, through the official `openai` SDK. It is
 * loaded at the first request.
 */
export class OpenAIClient extends clientOf(PROVIDERS.openai) {}

/** Anthropic's Messages API, through the official `@anthropic-ai/sdk`, an optional peer that is loaded at the first request. */
export class AnthropicClient extends clientOf(PROVIDERS.anthropic) {}

/**
 * Gemini, through the official `@google/genai`, an optional peer that is loaded at the first request; or through `openai`, if the address
 * is that of Google's endpoint for OpenAI's protocol, which ends with `/openai`.
 */
export class GoogleClient extends clientOf(PROVIDERS.google) {}

/** Groq's chat completions, through the official `groq-sdk`, an optional peer that is loaded at the first request. */
export class GroqClient extends clientOf(PROVIDERS.groq) {}

/** Models that an Ollama server runs, through the official `ollama` SDK, an optional peer that is loaded at the first request. */
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
