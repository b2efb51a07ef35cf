import { anthropic } from '../providers/anthropic/provider.js';
import { google } from '../providers/google/provider.js';
import { groq } from '../providers/groq/provider.js';
import { ollama } from '../providers/ollama/provider.js';
import { openai } from '../providers/openai/provider.js';
import type { LLMConfig, ProviderName } from './config.js';
import { ProviderClient } from './provider-client.js';

// Each class names its own provider only, so that a bundle contains the providers that its program uses.
// The constructors throw ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`.

/**
 * Calls OpenAI's chat completions and responses APIs, and every compatible server, through the official `openai` SDK, which is
 * loaded on the first request.
 */
export class OpenAIClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, openai);
  }
}

/** Calls Anthropic's Messages API through the official `@anthropic-ai/sdk`, an optional peer that is loaded on the first request. */
export class AnthropicClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, anthropic);
  }
}

/**
 * Calls Gemini through the official `@google/genai`, an optional peer that is loaded on the first request. If the base URL ends with
 * `/openai`, it calls Google's OpenAI-compatible endpoint through `openai`.
 */
export class GoogleClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, google);
  }
}

/** Calls Groq's chat completions through the official `groq-sdk`, an optional peer that is loaded on the first request. */
export class GroqClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, groq);
  }
}

/** Calls models on an Ollama server through the official `ollama` SDK, an optional peer that is loaded on the first request. */
export class OllamaClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, ollama);
  }
}

/** Providers with a client class. */
export const CLIENTS: Readonly<Partial<Record<ProviderName, new (config: LLMConfig) => ProviderClient>>> = {
  openai: OpenAIClient,
  'openai-compatible': OpenAIClient,
  anthropic: AnthropicClient,
  google: GoogleClient,
  groq: GroqClient,
  ollama: OllamaClient,
};
