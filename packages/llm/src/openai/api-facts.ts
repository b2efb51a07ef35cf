import type { ModelCapabilities } from '@toolwright/contract';
import { getModelFacts, toCapabilities } from '../catalogue/get-model-facts.js';
import type { ModelFacts } from '../catalogue/model-facts.js';
import type { LLMConfig } from '../config.js';

/** What a model can do through each of OpenAI's two APIs. */
export interface ApiFacts {
  readonly chat: ModelFacts;
  readonly responses: ModelFacts;
}

export function getApiFacts(config: LLMConfig): ApiFacts {
  const chat = getModelFacts(config);
  const corrected = Object.entries(config.capabilities ?? {}).filter(([, value]) => value !== undefined);
  return { chat, responses: { ...chat, seed: false, ...chat.responses, ...Object.fromEntries(corrected) } };
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
