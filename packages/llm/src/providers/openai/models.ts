import type { ReasoningEffort } from '@toolwright/contract';
import { type ModelFacts, type ModelTable, UNKNOWN_MODEL } from '../../models/model-facts.js';

const size = (contextTokens: number, maxOutputTokens: number) => ({ contextTokens, maxOutputTokens });
const efforts = (...values: readonly ReasoningEffort[]) => ({ efforts: values });
/**
 * Tools that the provider runs in the responses API: web search and MCP servers.
 * @see https://platform.openai.com/docs/guides/tools-connectors-mcp
 */
const HOSTED = { webSearch: true, mcpServers: 'headers' } as const;
/**
 * The models that find deferred tools themselves. They see all names and descriptions, so that many tools cost less with a search of ours.
 * @see https://developers.openai.com/api/docs/guides/tools-tool-search
 */
const SEARCHING = { ...HOSTED, deferredTools: 100 } as const;
const HOSTED_TOOLS = { responses: HOSTED } as const;
/** The facts for models that are only available through the responses API. */
const RESPONSES_ONLY = { chat: false, responses: {} } as const;

const JSON_MODE: ModelFacts = {
  ...UNKNOWN_MODEL,
  jsonMode: true,
  jsonModeWithTools: true,
  logprobs: true,
  responses: {},
};
const MODERN: ModelFacts = {
  ...JSON_MODE,
  strictSchemas: true,
  images: true,
  files: true,
  promptCaching: true,
  ...HOSTED_TOOLS,
};
const REASONING: ModelFacts = {
  ...MODERN,
  logprobs: false,
  reasoning: true,
  temperature: 'never',
  tokenLimitName: 'max_completion_tokens',
};
const O_SERIES: ModelFacts = { ...REASONING, ...efforts('low', 'medium', 'high'), ...size(200_000, 100_000) };
const GPT_5: ModelFacts = {
  ...REASONING,
  ...efforts('minimal', 'low', 'medium', 'high'),
  ...size(400_000, 128_000),
};
const CODEX: ModelFacts = { ...GPT_5, ...efforts('low', 'medium', 'high'), ...RESPONSES_ONLY };
/** From 5.1 to 5.4, the default effort is `none`. With effort `none`, a model accepts the same options as models without reasoning. */
const GPT_5_1: ModelFacts = {
  ...GPT_5,
  temperature: 'without-reasoning',
  defaultEffort: 'none',
  ...efforts('none', 'low', 'medium', 'high'),
};
const GPT_5_2: ModelFacts = { ...GPT_5_1, ...efforts('none', 'low', 'medium', 'high', 'xhigh') };
/** Since 5.4, chat completions refuse tools combined with reasoning. @see https://github.com/openai/openai-openapi/issues/541 */
const GPT_5_4: ModelFacts = {
  ...GPT_5_2,
  reasoningWithTools: false,
  responses: { ...SEARCHING, reasoningWithTools: true },
};
/**
 * Since 5.5, models reason by default.
 * @see https://developers.openai.com/api/docs/models/gpt-5.5
 */
const GPT_5_5: ModelFacts = { ...GPT_5_4, defaultEffort: 'medium', ...size(1_050_000, 128_000) };
/** @see https://developers.openai.com/api/docs/models/gpt-5.6-luna */
const GPT_5_6: ModelFacts = { ...GPT_5_5, ...efforts('none', 'low', 'medium', 'high', 'xhigh', 'max') };
/**
 * Since 6.1, models always reason, so they accept no tools through chat completions.
 * @see https://developers.openai.com/api/docs/models/gpt-6.1-sol
 */
const GPT_6_1: ModelFacts = {
  ...GPT_5,
  responses: SEARCHING,
  ...efforts('low', 'medium', 'high', 'xhigh', 'max'),
  ...size(1_050_000, 128_000),
};
/** Removes the sizes from the facts, for unknown versions. */
const sizeless = ({ contextTokens: _context, maxOutputTokens: _output, ...facts }: ModelFacts): ModelFacts =>
  facts;
const CHAT: ModelFacts = { ...MODERN, tokenLimitName: 'max_completion_tokens', ...size(128_000, 16_384) };
const INSTANT: ModelFacts = { ...CHAT, logprobs: false, temperature: 'never' };
const SEARCH: ModelFacts = {
  ...UNKNOWN_MODEL,
  tools: false,
  webSearch: true,
  temperature: 'never',
  ...size(128_000, 16_384),
};
const TEXT_ONLY: ModelFacts = { ...UNKNOWN_MODEL, tools: false };
const FIRST_REASONING: ModelFacts = {
  ...TEXT_ONLY,
  temperature: 'never',
  tokenLimitName: 'max_completion_tokens',
};
const GPT_4O: ModelFacts = { ...MODERN, ...size(128_000, 16_384) };
const AUDIO: ModelFacts = { ...UNKNOWN_MODEL, audio: true, ...size(128_000, 16_384) };
const GPT_4: ModelFacts = { ...UNKNOWN_MODEL, logprobs: true, responses: {}, ...size(8192, 8192) };
const GPT_4_TURBO: ModelFacts = { ...JSON_MODE, ...size(128_000, 4096) };

/**
 * OpenAI's models by name prefix.
 * @see https://platform.openai.com/docs/models
 * @see https://platform.openai.com/docs/guides/reasoning
 */
export const OPENAI_MODELS: ModelTable<ModelFacts> = {
  unknown: UNKNOWN_MODEL,
  prefix: /^(ft:|openai\/)/,
  models: {
    'gpt-3.5-turbo': { ...JSON_MODE, ...size(16_385, 4096) },
    'gpt-4': GPT_4,
    'gpt-4-32k': { ...GPT_4, ...size(32_768, 32_768) },
    'gpt-4-turbo': { ...GPT_4_TURBO, images: true },
    'gpt-4-1106': GPT_4_TURBO,
    'gpt-4-0125': GPT_4_TURBO,
    'gpt-4-vision': { ...TEXT_ONLY, images: true, ...size(128_000, 4096) },
    'gpt-4o': GPT_4O,
    'gpt-4o-2024-05-13': { ...GPT_4O, strictSchemas: false, ...size(128_000, 4096) },
    'gpt-4o-audio': AUDIO,
    'gpt-4o-mini-audio': AUDIO,
    'gpt-4o-search': SEARCH,
    'gpt-4o-mini-search': SEARCH,
    'chatgpt-4o': { ...TEXT_ONLY, images: true, promptCaching: true, ...size(128_000, 16_384) },
    'gpt-4.1': { ...MODERN, ...size(1_047_576, 32_768) },
    'gpt-5': GPT_5,
    'gpt-5-chat': CHAT,
    'gpt-5-search': SEARCH,
    'gpt-5-codex': CODEX,
    'gpt-5-pro': { ...GPT_5, ...efforts('high'), ...size(400_000, 272_000), ...RESPONSES_ONLY },
    'gpt-5.': { ...sizeless(GPT_5_5), ...efforts('none', 'low', 'medium', 'high') },
    'gpt-5.1': GPT_5_1,
    'gpt-5.1-chat': INSTANT,
    'gpt-5.1-codex': CODEX,
    'gpt-5.1-codex-max': { ...CODEX, ...efforts('low', 'medium', 'high', 'xhigh') },
    'gpt-5.2': GPT_5_2,
    'gpt-5.2-chat': INSTANT,
    'gpt-5.2-pro': {
      ...GPT_5_2,
      temperature: 'never',
      ...efforts('medium', 'high', 'xhigh'),
      ...RESPONSES_ONLY,
    },
    'gpt-5.3-chat': INSTANT,
    'gpt-5.4': { ...GPT_5_4, ...size(1_050_000, 128_000) },
    'gpt-5.4-mini': GPT_5_4,
    'gpt-5.4-nano': GPT_5_4,
    'gpt-5.5': GPT_5_5,
    'gpt-5.6': GPT_5_6,
    'gpt-6-': GPT_5_6,
    'gpt-6.': sizeless(GPT_6_1),
    'gpt-6.1': GPT_6_1,
    'gpt-6.2': GPT_6_1,
    o1: O_SERIES,
    'o1-mini': { ...FIRST_REASONING, ...size(128_000, 65_536) },
    'o1-preview': { ...FIRST_REASONING, ...size(128_000, 32_768) },
    'o1-pro': { ...O_SERIES, ...RESPONSES_ONLY },
    o3: O_SERIES,
    'o3-mini': { ...O_SERIES, images: false, files: false },
    'o3-pro': { ...O_SERIES, ...RESPONSES_ONLY },
    'o3-deep-research': { ...O_SERIES, tools: false, chat: false, ...HOSTED_TOOLS },
    'o4-mini': O_SERIES,
    'o4-mini-deep-research': { ...O_SERIES, tools: false, chat: false, ...HOSTED_TOOLS },
    'codex-mini': { ...O_SERIES, ...RESPONSES_ONLY },
    'computer-use': {
      ...UNKNOWN_MODEL,
      images: true,
      reasoning: true,
      ...size(8192, 1024),
      ...RESPONSES_ONLY,
    },
  },
};
