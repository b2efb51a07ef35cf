import type { ModelCapabilities } from '@toolwright/contract';
import { getModelFacts, type Subject, toCapabilities } from './get-model-facts.js';
import type { ModelFacts } from './model-facts.js';
import { withCapabilities } from './with-capabilities.js';

/** What a model can do through each of OpenAI's two APIs. */
export interface ApiFacts {
  readonly chat: ModelFacts;
  readonly responses: ModelFacts;
}

/** @param official false for servers that imitate OpenAI's: they are not known to call MCP servers */
export function getApiFacts(subject: Subject, official = true): ApiFacts {
  const facts = getModelFacts(subject);
  const { mcpServers = 'none' } = (official && facts.responses) || {};
  const there = { ...facts, seed: false, ...facts.responses, mcpServers };
  const responses = withCapabilities(there, subject.capabilities);
  if (facts.responses === undefined) return { chat: facts, responses };
  const chat = { ...facts, responses: { ...facts.responses, mcpServers: responses.mcpServers } };
  return { chat, responses };
}

/** What can be had where the API is chosen by need. */
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
