import type { ModelFacts } from '../../models/model-facts.js';
import type { ModelRequest } from '../../request/model-request.js';
import { hasReplayData } from './responses/replay.js';

/**
 * Which of OpenAI's two APIs serves a request: chat completions, unless the model is not to be had there, or cannot do there what
 * the request needs: search the web, call MCP servers, or reason from one tool call to the next.
 * @param facts of the model through chat completions
 */
export function chooseApi(
  { messages, tools, options }: ModelRequest,
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
  // Reasoning that came from there is lost anywhere else.
  const begunThere = messages.some(
    (message) => message.role === 'assistant' && hasReplayData(message, provider),
  );
  return begunThere ? 'responses' : 'chat';
}
