import { type ModelFacts, type ModelTable, UNKNOWN_MODEL } from '../../models/model-facts.js';

export interface GroqFacts extends ModelFacts {
  /** Whether the model accepts `strict` for answer schemas. Other models do not guarantee valid answers. */
  readonly strictAnswers: boolean;
  /** How reasoning is controlled: by levels, or only turned on and off (`switch`). */
  readonly effortNames: 'levels' | 'switch';
  /** Whether the model separates its reasoning from the answer only on request. */
  readonly asksForReasoning: boolean;
  /** How the model searches the web. `tool`: with a tool that Groq runs. `settings`: always, according to the request's settings. */
  readonly searchBy?: 'tool' | 'settings';
}

const GROQ: GroqFacts = {
  ...UNKNOWN_MODEL,
  tokenLimitName: 'max_completion_tokens',
  strictAnswers: false,
  effortNames: 'levels',
  asksForReasoning: false,
};
const size = (contextTokens: number, maxOutputTokens: number) => ({ contextTokens, maxOutputTokens });

/**
 * Structured answers cannot be combined with tools or streaming.
 * @see https://console.groq.com/docs/structured-outputs
 */
const LLAMA: GroqFacts = { ...GROQ, jsonMode: true };
const LLAMA_4: GroqFacts = { ...LLAMA, strictSchemas: true, images: true, ...size(131_072, 8192) };
/** @see https://console.groq.com/docs/reasoning */
const GPT_OSS: GroqFacts = {
  ...LLAMA,
  strictSchemas: true,
  strictAnswers: true,
  reasoning: true,
  efforts: ['low', 'medium', 'high'],
  defaultEffort: 'medium',
  webSearch: true,
  searchBy: 'tool',
  promptCaching: true,
  ...size(131_072, 65_536),
};
const QWEN: GroqFacts = {
  ...LLAMA,
  reasoning: true,
  efforts: ['none', 'medium'],
  defaultEffort: 'medium',
  effortNames: 'switch',
  asksForReasoning: true,
};
/** @see https://console.groq.com/docs/compound */
const COMPOUND: GroqFacts = {
  ...GROQ,
  tools: false,
  jsonMode: true,
  webSearch: true,
  searchBy: 'settings',
  ...size(131_072, 8192),
};

/**
 * Groq's models by name prefix: the models in the SDK's type of `model`, and the systems that replaced two of them.
 * @see https://console.groq.com/docs/models
 */
export const GROQ_MODELS: ModelTable<GroqFacts> = {
  unknown: GROQ,
  models: {
    'compound-beta': COMPOUND,
    'groq/compound': COMPOUND,
    'gemma2-9b-it': { ...LLAMA, ...size(8192, 8192) },
    'llama-3.1-8b-instant': { ...LLAMA, ...size(131_072, 131_072) },
    'llama-3.3-70b-versatile': { ...LLAMA, ...size(131_072, 32_768) },
    'meta-llama/llama-4-': LLAMA_4,
    'meta-llama/llama-guard-4': { ...GROQ, tools: false, images: true, ...size(131_072, 1024) },
    'moonshotai/kimi-k2': { ...LLAMA, strictSchemas: true, promptCaching: true },
    'openai/gpt-oss-': GPT_OSS,
    'qwen/qwen3-32b': { ...QWEN, ...size(131_072, 40_960) },
    'qwen/qwen3.6': QWEN,
    'qwen/qwen3.8': { ...QWEN, efforts: ['none', 'low', 'medium', 'high'], effortNames: 'levels' },
  },
};
