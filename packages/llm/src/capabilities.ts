import type { ModelCapabilities } from '@toolwright/contract';

/** What is known of a model: its capabilities, and which parameters it refuses. */
export interface ModelFacts extends ModelCapabilities {
  /** `without-reasoning`: refused as soon as a reasoning effort other than `none` is set. */
  readonly temperature: 'always' | 'without-reasoning' | 'never';
  /** Refuses `max_tokens` and wants `max_completion_tokens`. */
  readonly newTokenLimit: boolean;
}

/** For a model of which nothing is known: it is asked for nothing that a plain server may refuse. */
const UNKNOWN: ModelFacts = {
  tools: true,
  jsonMode: false,
  jsonModeWithTools: false,
  strictSchemas: false,
  images: false,
  reasoning: false,
  webSearch: false,
  promptCaching: false,
  logprobs: false,
  temperature: 'always',
  newTokenLimit: false,
};

const JSON_MODE: ModelFacts = { ...UNKNOWN, jsonMode: true, jsonModeWithTools: true, logprobs: true };
const MODERN: ModelFacts = { ...JSON_MODE, strictSchemas: true, images: true, promptCaching: true };
const REASONING: ModelFacts = {
  ...MODERN,
  logprobs: false,
  reasoning: true,
  temperature: 'never',
  newTokenLimit: true,
};
const FLEXIBLE: ModelFacts = { ...REASONING, temperature: 'without-reasoning' };
const CHAT: ModelFacts = { ...MODERN, newTokenLimit: true };
const INSTANT: ModelFacts = { ...CHAT, temperature: 'never' };
const SEARCH: ModelFacts = { ...UNKNOWN, tools: false, webSearch: true, temperature: 'never' };
const TEXT_ONLY: ModelFacts = { ...UNKNOWN, tools: false };
const FIRST_REASONING: ModelFacts = { ...TEXT_ONLY, temperature: 'never', newTokenLimit: true };

/**
 * OpenAI's models by the beginning of their names; the longest that fits counts.
 * @see https://platform.openai.com/docs/models
 */
const OPENAI_MODELS: Readonly<Record<string, ModelFacts>> = {
  'gpt-3.5-turbo': JSON_MODE,
  'gpt-4': UNKNOWN,
  'gpt-4-turbo': { ...JSON_MODE, images: true },
  'gpt-4-1106': JSON_MODE,
  'gpt-4-0125': JSON_MODE,
  'gpt-4-vision': { ...TEXT_ONLY, images: true },
  'gpt-4o': MODERN,
  'gpt-4o-2024-05-13': { ...MODERN, strictSchemas: false },
  'gpt-4o-audio': UNKNOWN,
  'gpt-4o-mini-audio': UNKNOWN,
  'gpt-4o-search': SEARCH,
  'gpt-4o-mini-search': SEARCH,
  'chatgpt-4o': { ...TEXT_ONLY, images: true, promptCaching: true },
  'gpt-4.1': MODERN,
  'gpt-5': REASONING,
  'gpt-5-chat': CHAT,
  'gpt-5-search': SEARCH,
  'gpt-5.': FLEXIBLE,
  'gpt-5.1-chat': INSTANT,
  'gpt-5.2-chat': INSTANT,
  'gpt-5.3-chat': INSTANT,
  o1: REASONING,
  'o1-mini': FIRST_REASONING,
  'o1-preview': FIRST_REASONING,
  o3: REASONING,
  'o3-mini': { ...REASONING, images: false },
  'o4-mini': REASONING,
  'codex-mini': REASONING,
};

const PREFIXES = Object.keys(OPENAI_MODELS).sort((a, b) => b.length - a.length);

/** What is known of a model by its name; conservative where nothing is. A fine-tuned model counts as its base. */
export function getModelFacts(model: string, override: Partial<ModelCapabilities> = {}): ModelFacts {
  const base = model.replace(/^(ft:|openai\/)/, '');
  const prefix = PREFIXES.find((candidate) => startsName(base, candidate));
  const known = (prefix !== undefined && OPENAI_MODELS[prefix]) || UNKNOWN;
  const defined = Object.entries(override).filter(([, value]) => value !== undefined);
  return { ...known, ...Object.fromEntries(defined) };
}

/** `gpt-4` begins `gpt-4-0613`, but not `gpt-45`. */
function startsName(model: string, prefix: string): boolean {
  if (!model.startsWith(prefix)) return false;
  const next = model.charAt(prefix.length);
  return prefix.endsWith('.') || next === '' || next === '-' || next === ':';
}
