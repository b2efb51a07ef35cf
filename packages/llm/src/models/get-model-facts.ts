import type { ModelCapabilities } from '@toolwright/contract';
import type { LLMConfig, ProviderName } from '../client/config.js';
import { ANTHROPIC_MODELS } from '../providers/anthropic/models.js';
import { GOOGLE_MODELS } from '../providers/google/models.js';
import { GROQ_MODELS } from '../providers/groq/models.js';
import { OLLAMA_MODELS } from '../providers/ollama/models.js';
import { OPENAI_MODELS } from '../providers/openai/models.js';
import { findByPrefix } from './find-by-prefix.js';
import { type ModelFacts, type ModelTable, UNKNOWN_MODEL } from './model-facts.js';
import { withCapabilities } from './with-capabilities.js';

/** A model whose facts are wanted; a config is one. */
export type Subject = Pick<LLMConfig, 'model' | 'capabilities'> & { readonly provider: ProviderName };

/**
 * What is known of a model by its name, conservative where nothing is; the config's `capabilities` win. A fine-tuned model counts
 * as its base.
 */
export function getModelFacts({ provider, model, capabilities }: Subject): ModelFacts {
  const facts = withCapabilities(findModelFacts(provider, model) ?? UNKNOWN_MODEL, capabilities);
  // Only OpenAI's responses API and Anthropic's have a place for them; each looks for itself.
  return { ...facts, mcpServers: 'none' };
}

/** Undefined where the catalogue does not know the name. */
export function findModelFacts(provider: ProviderName, model: string): ModelFacts | undefined {
  const table = TABLES[provider];
  return findByPrefix(table, model.replace(BASE_NAMES[provider] ?? '', ''));
}

/** The part of the facts that is public. */
export function toCapabilities(facts: ModelFacts): ModelCapabilities {
  const { tools, jsonMode, jsonModeWithTools, strictSchemas, images } = facts;
  const { reasoning, webSearch, promptCaching, logprobs, mcpServers } = facts;
  return {
    tools,
    jsonMode,
    jsonModeWithTools,
    strictSchemas,
    images,
    reasoning,
    webSearch,
    promptCaching,
    logprobs,
    mcpServers,
  };
}

const TABLES: Readonly<Record<ProviderName, ModelTable>> = {
  openai: OPENAI_MODELS,
  // Routers and proxies serve OpenAI's models under OpenAI's names.
  'openai-compatible': OPENAI_MODELS,
  anthropic: ANTHROPIC_MODELS,
  google: GOOGLE_MODELS,
  groq: GROQ_MODELS,
  ollama: OLLAMA_MODELS,
};

/** What stands before the name that the table knows. */
const BASE_NAMES: Readonly<Partial<Record<ProviderName, RegExp>>> = {
  openai: /^ft:/,
  'openai-compatible': /^(ft:|openai\/)/,
  google: /^models\//,
  ollama: /^.*\//,
};
