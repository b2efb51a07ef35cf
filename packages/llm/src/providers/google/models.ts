import type { ReasoningEffort } from '@toolwright/contract';
import { type ModelFacts, type ModelTable, UNKNOWN_MODEL } from '../../models/model-facts.js';

export interface GeminiFacts extends ModelFacts {
  /** How thinking is controlled: by a level, by a token budget, or not at all. */
  readonly thinking: 'level' | 'budget' | 'none';
  /** Whether the model refuses function calls without a thought signature in the history. */
  readonly wantsSignatures: boolean;
  /** Whether the model accepts images and documents in function responses. */
  readonly mediaResults: boolean;
}

const GEMINI: GeminiFacts = {
  ...UNKNOWN_MODEL,
  jsonMode: true,
  strictSchemas: true,
  images: true,
  files: true,
  audio: true,
  webSearch: true,
  promptCaching: true,
  contextTokens: 1_048_576,
  maxOutputTokens: 8192,
  thinking: 'none',
  wantsSignatures: false,
  mediaResults: false,
};

const BUDGET: GeminiFacts = {
  ...GEMINI,
  reasoning: true,
  efforts: ['none', 'minimal', 'low', 'medium', 'high'],
  maxOutputTokens: 65_536,
  thinking: 'budget',
};

const LEVELS: readonly ReasoningEffort[] = ['low', 'medium', 'high'];

/** The facts for models that always think, with the levels that all of them support. */
const LEVEL: GeminiFacts = {
  ...BUDGET,
  efforts: LEVELS,
  thinking: 'level',
  wantsSignatures: true,
  mediaResults: true,
};
const FAST: GeminiFacts = { ...LEVEL, efforts: ['minimal', ...LEVELS] };
const DRAWING: GeminiFacts = {
  ...GEMINI,
  tools: false,
  jsonMode: false,
  strictSchemas: false,
  webSearch: false,
  files: false,
  audio: false,
};

/** The facts for unknown names: only options that the newest models accept. */
const NEWEST: GeminiFacts = {
  ...UNKNOWN_MODEL,
  thinking: 'level',
  efforts: LEVELS,
  wantsSignatures: true,
  mediaResults: true,
};

/**
 * Google's models by name prefix: the models that the SDK lists, and older models.
 * @see https://ai.google.dev/gemini-api/docs/models
 * @see https://ai.google.dev/gemini-api/docs/thinking
 * @see https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/thinking
 */
export const GOOGLE_MODELS: ModelTable<GeminiFacts> = {
  unknown: NEWEST,
  prefix: /^models\//,
  models: {
    'gemini-1.5': GEMINI,
    'gemini-2.0': GEMINI,
    'gemini-2.5-flash': { ...BUDGET, defaultEffort: 'medium' },
    'gemini-2.5-flash-lite': { ...BUDGET, defaultEffort: 'none' },
    'gemini-2.5-flash-image': DRAWING,
    'gemini-2.5-pro': { ...BUDGET, efforts: ['minimal', ...LEVELS], defaultEffort: 'medium' },
    'gemini-3-': LEVEL,
    'gemini-3-pro': { ...LEVEL, efforts: ['low', 'high'] },
    'gemini-3-pro-image': DRAWING,
    'gemini-3-flash': FAST,
    'gemini-3.': LEVEL,
    'gemini-3.1-flash-lite': FAST,
    'gemini-3.1-flash-lite-image': DRAWING,
    'gemini-3.1-flash-image': DRAWING,
    'gemini-3.5-flash-lite': FAST,
    'gemini-3.6-flash': FAST,
    'gemini-4-': LEVEL,
    'gemini-pro-latest': LEVEL,
    'gemini-flash-latest': LEVEL,
    'gemini-flash-lite-latest': LEVEL,
  },
};
