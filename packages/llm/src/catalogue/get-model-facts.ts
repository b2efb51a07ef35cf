import type { ModelCapabilities } from '@toolwright/contract';
import type { LLMConfig, ProviderName } from '../config.js';
import { ANTHROPIC_MODELS } from './anthropic-models.js';
import { GOOGLE_MODELS } from './google-models.js';
import { type ModelFacts, type ModelTable, UNKNOWN_MODEL } from './model-facts.js';
import { OPENAI_MODELS } from './openai-models.js';

type Subject = Pick<LLMConfig, 'model' | 'capabilities'> & { readonly provider: ProviderName };

/**
 * What is known of a model by its name, conservative where nothing is; the config's `capabilities` win. A fine-tuned model counts
 * as its base.
 */
export function getModelFacts({ provider, model, capabilities = {} }: Subject): ModelFacts {
  const known = findModelFacts(provider, model) ?? UNKNOWN_MODEL;
  const defined = Object.entries(capabilities).filter(([, value]) => value !== undefined);
  return { ...known, ...Object.fromEntries(defined) };
}

/** Undefined where the catalogue does not know the name. */
export function findModelFacts(provider: ProviderName, model: string): ModelFacts | undefined {
  const table = TABLES[provider];
  if (table === undefined) return undefined;
  const name = model.replace(BASE_NAMES[provider] ?? '', '');
  const prefixes = Object.keys(table).filter((prefix) => startsName(name, prefix));
  const longest = prefixes.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : table[longest];
}

/** The part of the facts that is public. */
export function toCapabilities(facts: ModelFacts): ModelCapabilities {
  const { tools, jsonMode, jsonModeWithTools, strictSchemas, images } = facts;
  const { reasoning, webSearch, promptCaching, logprobs } = facts;
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
  };
}

const TABLES: Readonly<Partial<Record<ProviderName, ModelTable>>> = {
  openai: OPENAI_MODELS,
  // Routers and proxies serve OpenAI's models under OpenAI's names.
  'openai-compatible': OPENAI_MODELS,
  anthropic: ANTHROPIC_MODELS,
  google: GOOGLE_MODELS,
};

/** What stands before the name that the table knows. */
const BASE_NAMES: Readonly<Partial<Record<ProviderName, RegExp>>> = {
  openai: /^ft:/,
  'openai-compatible': /^(ft:|openai\/)/,
  google: /^models\//,
};

/** `gpt-4` begins `gpt-4-0613`, but not `gpt-45`. */
function startsName(model: string, prefix: string): boolean {
  if (!model.startsWith(prefix)) return false;
  const next = model.charAt(prefix.length);
  return /[.-]$/.test(prefix) || next === '' || next === '-' || next === ':';
}
