import type { ModelCapabilities } from '@toolwright/contract';
import { toCapabilities, withCapabilities } from '../../models/capabilities.js';
import type { ModelFacts } from '../../models/model-facts.js';

/** The facts about a model for each of OpenAI's two APIs. */
export interface ApiFacts {
  readonly chat: ModelFacts;
  readonly responses: ModelFacts;
}

/** @param official false for OpenAI-compatible servers, which are assumed not to call MCP servers */
export function getApiFacts(
  known: ModelFacts,
  capabilities: Partial<ModelCapabilities> | undefined,
  official = true,
): ApiFacts {
  // Chat completions do not support MCP servers.
  const facts = { ...withCapabilities(known, capabilities), mcpServers: 'none' as const };
  const { mcpServers = 'none' } = (official && facts.responses) || {};
  const there = { ...facts, seed: false, ...facts.responses, mcpServers };
  const responses = withCapabilities(there, capabilities);
  if (facts.responses === undefined) return { chat: facts, responses };
  const chat = { ...facts, responses: { ...facts.responses, mcpServers: responses.mcpServers } };
  return { chat, responses };
}

/** Returns the capabilities of a model if the API is chosen for each request. */
export function joinCapabilities({ chat, responses }: ApiFacts): ModelCapabilities {
  const here = toCapabilities(chat);
  if (chat.responses === undefined) return here;
  const there = toCapabilities(responses);
  return {
    ...here,
    webSearch: here.webSearch || there.webSearch,
    mcpServers: there.mcpServers,
    jsonModeWithTools: here.jsonModeWithTools || there.jsonModeWithTools,
  };
}
