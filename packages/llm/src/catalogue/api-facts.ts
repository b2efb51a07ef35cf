import type { ModelCapabilities } from '@toolwright/contract';
import { getModelFacts, type Subject, toCapabilities } from './get-model-facts.js';
import type { ModelFacts } from './model-facts.js';
import { withCapabilities } from './with-capabilities.js';

/** What a model can do through each of OpenAI's two APIs. */
export interface ApiFacts {
  readonly chat: ModelFacts;
  readonly responses: ModelFacts;
}

export function getApiFacts(subject: Subject): ApiFacts {
  const chat = getModelFacts(subject);
  const responses = { ...chat, seed: false, ...chat.responses };
  return { chat, responses: withCapabilities(responses, subject.capabilities) };
}

/** What can be had where the API is chosen by need. */
export function joinCapabilities({ chat, responses }: ApiFacts): ModelCapabilities {
  const here = toCapabilities(chat);
  if (chat.responses === undefined) return here;
  const there = toCapabilities(responses);
  return {
    ...here,
    webSearch: here.webSearch || there.webSearch,
    jsonModeWithTools: here.jsonModeWithTools || there.jsonModeWithTools,
  };
}
