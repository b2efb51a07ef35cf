import { type ModelFacts, type ModelTable, UNKNOWN_MODEL } from '../../models/model-facts.js';

export interface OllamaFacts extends ModelFacts {
  /** How thinking is controlled: turned on and off (`switch`), or set to a level. */
  readonly thinking: 'switch' | 'level';
}

/**
 * The features that the server provides for every model: it can constrain the answer to a schema and return log-probabilities. A
 * constrained answer cannot be a tool call.
 * @see https://docs.ollama.com/api/chat
 */
const OLLAMA: OllamaFacts = {
  ...UNKNOWN_MODEL,
  jsonMode: true,
  strictSchemas: true,
  logprobs: true,
  thinking: 'switch',
};
const SEEING: OllamaFacts = { ...OLLAMA, images: true };
const SEEING_ONLY: OllamaFacts = { ...SEEING, tools: false };
const THINKING: OllamaFacts = { ...OLLAMA, reasoning: true, efforts: ['none', 'medium'] };

/**
 * Models by name prefix. Models that are not listed support text and tools.
 * @see https://ollama.com/search?c=thinking
 * @see https://ollama.com/search?c=vision
 */
export const OLLAMA_MODELS: ModelTable<OllamaFacts> = {
  unknown: OLLAMA,
  prefix: /^.*\//,
  models: {
    'deepseek-r1': THINKING,
    'deepseek-v3.1': THINKING,
    gemma3: SEEING_ONLY,
    'gpt-oss': {
      ...THINKING,
      efforts: ['low', 'medium', 'high'],
      defaultEffort: 'medium',
      thinking: 'level',
    },
    llama4: SEEING,
    'llama3.2-vision': SEEING_ONLY,
    llava: SEEING_ONLY,
    'minicpm-v': SEEING_ONLY,
    'mistral-small3.1': SEEING,
    'mistral-small3.2': SEEING,
    moondream: SEEING_ONLY,
    'qwen2.5vl': SEEING_ONLY,
    qwen3: THINKING,
    'qwen3-coder': OLLAMA,
    'qwen3-vl': { ...THINKING, images: true },
  },
};
