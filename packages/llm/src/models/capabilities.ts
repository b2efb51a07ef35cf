import type { ModelCapabilities } from '@toolwright/contract';
import type { ModelFacts } from './model-facts.js';

/** Overrides the known facts about a model with the configured `capabilities`. */
export function withCapabilities<Facts extends ModelFacts>(
  facts: Facts,
  capabilities: Partial<ModelCapabilities> = {},
): Facts {
  const defined = Object.entries(capabilities).filter(([, value]) => value !== undefined);
  return { ...facts, ...Object.fromEntries(defined) };
}

/** Returns the public part of the facts. */
export function toCapabilities(facts: ModelFacts): ModelCapabilities {
  const { tools, jsonMode, jsonModeWithTools, strictSchemas, images, files, audio } = facts;
  const { reasoning, webSearch, promptCaching, logprobs, mcpServers, deferredTools } = facts;
  return {
    ...{ tools, jsonMode, jsonModeWithTools, strictSchemas, images, files, audio },
    ...{ reasoning, webSearch, promptCaching, logprobs, mcpServers },
    ...(deferredTools && { deferredTools }),
  };
}
