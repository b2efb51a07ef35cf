import type { ProviderName } from '../client/config.js';
import { anthropic } from './anthropic/provider.js';
import type { Provider } from './definition.js';
import { google } from './google/provider.js';
import { groq } from './groq/provider.js';
import { ollama } from './ollama/provider.js';
import { openai } from './openai/provider.js';

/** Every provider by its name. The compiler reports a name without an entry. */
export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  openai,
  'openai-compatible': openai,
  anthropic,
  google,
  groq,
  ollama,
};
