import type { ModelCapabilities } from '@toolwright/contract';
import type { ModelFacts } from './model-facts.js';

/** What is known of a model, with what a config says of it. */
export function withCapabilities<Facts extends ModelFacts>(
  facts: Facts,
  capabilities: Partial<ModelCapabilities> = {},
): Facts {
  const defined = Object.entries(capabilities).filter(([, value]) => value !== undefined);
  return { ...facts, ...Object.fromEntries(defined) };
}
