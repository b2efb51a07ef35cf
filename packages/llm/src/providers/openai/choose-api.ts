import type { LLMRequest } from '@toolwright/contract';
import type { ModelFacts } from '../../models/model-facts.js';
import { hasMedia } from '../../request/place-parts.js';
import { hasReplayData } from './responses/replay.js';

/**
 * Chooses one of OpenAI's APIs for a request: chat completions, unless they lack the model or a needed feature, such as web search,
 * MCP servers, reasoning combined with tools, or images and files in tool results.
 * @param facts the model's facts for chat completions
 */
export function chooseApi(
  { messages, tools, options }: LLMRequest,
  facts: ModelFacts,
  provider: string,
): 'chat' | 'responses' {
  if (facts.chat === false) return 'responses';
  if (facts.responses === undefined) return 'chat';
  const searches =
    options.webSearchOptions !== undefined && !facts.webSearch && facts.responses.webSearch === true;
  const { mcpServers = 'none' } = facts.responses;
  const calls = (options.mcpServers ?? []).length > 0 && mcpServers !== 'none';
  const reasons = facts.reasoning && (options.reasoningEffort ?? facts.defaultEffort) !== 'none';
  if (searches || calls || (reasons && tools.length > 0)) return 'responses';
  if (messages.some((message) => message.role === 'tool' && hasMedia(message))) return 'responses';
  // Reasoning from the responses API can only be sent back to that API.
  const begunThere = messages.some(
    (message) => message.role === 'assistant' && hasReplayData(message, provider),
  );
  return begunThere ? 'responses' : 'chat';
}
