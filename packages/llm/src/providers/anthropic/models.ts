import type { ReasoningEffort } from '@toolwright/contract';
import { type ModelFacts, type ModelTable, UNKNOWN_MODEL } from '../../models/model-facts.js';

export interface ClaudeFacts extends ModelFacts {
  /** How thinking is controlled. `adaptive`: the model decides, guided by an effort. `budget`: the request sets a number of tokens. */
  readonly thinking: 'adaptive' | 'budget' | 'none';
  /** How to turn thinking off. `unsent`: it is off by default. `never`: it is always on. */
  readonly thinkingOff: 'disabled' | 'between_tools' | 'unsent' | 'never';
  readonly effortParameter: boolean;
  readonly forcedTools: boolean;
}

const CLAUDE: ClaudeFacts = {
  ...UNKNOWN_MODEL,
  // Without a schema, the system prompt asks for JSON.
  jsonMode: true,
  jsonModeWithTools: true,
  images: true,
  files: true,
  webSearch: true,
  promptCaching: true,
  contextTokens: 200_000,
  thinking: 'none',
  thinkingOff: 'unsent',
  effortParameter: false,
  forcedTools: true,
};

/** Thinking has a token budget and is off by default. Temperature is only accepted without thinking. */
const BUDGET: ClaudeFacts = {
  ...CLAUDE,
  reasoning: true,
  temperature: 'without-reasoning',
  efforts: ['none', 'minimal', 'low', 'medium', 'high'],
  defaultEffort: 'none',
  thinking: 'budget',
  maxOutputTokens: 64_000,
  // @see https://platform.claude.com/docs/en/agents-and-tools/mcp-connector
  mcpServers: 'bearer',
};
const BUDGET_STRICT: ClaudeFacts = { ...BUDGET, strictSchemas: true };
/** @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool */
const SEARCHING: ClaudeFacts = { ...BUDGET_STRICT, deferredTools: 10_000 };

const EFFORTS: readonly ReasoningEffort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Thinking is controlled by an effort and is off by default. */
const ADAPTIVE: ClaudeFacts = {
  ...SEARCHING,
  efforts: ['none', 'low', 'medium', 'high', 'max'],
  thinking: 'adaptive',
  effortParameter: true,
  contextTokens: 1_000_000,
  maxOutputTokens: 128_000,
};
const ADAPTIVE_COLD: ClaudeFacts = { ...ADAPTIVE, temperature: 'never', efforts: ['none', ...EFFORTS] };
/** Thinking is on by default. */
const THINKING: ClaudeFacts = { ...ADAPTIVE_COLD, thinkingOff: 'disabled', defaultEffort: 'high' };
const ALWAYS_THINKING: ClaudeFacts = { ...THINKING, thinkingOff: 'never', efforts: EFFORTS };
const UNFORCED: ClaudeFacts = { ...ALWAYS_THINKING, forcedTools: false };

/** The facts for unknown names: only options that the newest models accept. */
const NEWEST: ClaudeFacts = {
  ...UNFORCED,
  strictSchemas: false,
  images: false,
  files: false,
  reasoning: false,
  webSearch: false,
  promptCaching: false,
  mcpServers: 'none',
  deferredTools: 0,
};

/**
 * Anthropic's models by name prefix: the models in the SDK's type `Model`, and older models.
 * @see https://platform.claude.com/docs/en/about-claude/models/overview
 * @see https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
 * @see https://platform.claude.com/docs/en/build-with-claude/effort
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
export const ANTHROPIC_MODELS: ModelTable<ClaudeFacts> = {
  unknown: NEWEST,
  models: {
    'claude-3': { ...CLAUDE, files: false, maxOutputTokens: 4096 },
    'claude-3-5': { ...CLAUDE, maxOutputTokens: 8192 },
    'claude-3-7': BUDGET,
    'claude-sonnet-4': BUDGET,
    'claude-opus-4': { ...BUDGET, maxOutputTokens: 32_000 },
    'claude-opus-4-1': { ...BUDGET_STRICT, maxOutputTokens: 32_000 },
    'claude-haiku-4-5': SEARCHING,
    'claude-sonnet-4-5': SEARCHING,
    'claude-opus-4-5': { ...SEARCHING, effortParameter: true },
    'claude-sonnet-4-6': ADAPTIVE,
    'claude-opus-4-6': ADAPTIVE,
    'claude-opus-4-7': ADAPTIVE_COLD,
    'claude-opus-4-8': ADAPTIVE_COLD,
    'claude-mythos-preview': ALWAYS_THINKING,
    'claude-sonnet-5': THINKING,
    'claude-opus-5': THINKING,
    'claude-haiku-5-5': { ...THINKING, defaultEffort: 'medium' },
    'claude-sonnet-5-5': { ...THINKING, thinkingOff: 'between_tools', forcedTools: false },
    'claude-opus-5-5': { ...UNFORCED, defaultEffort: 'medium' },
    'claude-fable-5': ALWAYS_THINKING,
    'claude-fable-5-1': UNFORCED,
    'claude-fable-5-2': UNFORCED,
    'claude-mythos-5': ALWAYS_THINKING,
    'claude-mythos-5-1': UNFORCED,
    'claude-mythos-5-2': UNFORCED,
  },
};
