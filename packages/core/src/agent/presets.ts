import type { AgentConfig } from './agent-config.js';

type Preset = Omit<AgentConfig, 'llmClient'>;

/**
 * Settings for typical uses of an agent. Spread one into a configuration, before other options:
 * `new Agent({ ...presets.reasoning, llmClient })`. Settings that a preset omits keep their defaults.
 */
export const presets = {
  /** Calls tools through the provider's own API. */
  toolUse: { maxIterations: 10, onLimit: 'stop' },
  /** Asks for one thought and one action per step, written as JSON, which works with any model. */
  reasoning: { protocol: 'reasoning-json', temperature: 0.7, maxIterations: 10, onLimit: 'stop' },
  /** For prompts that end in one answer: few steps, no repeated calls, and a plain answer at the limit. */
  promptCall: { dedupe: 'per-run', maxIterations: 5, onLimit: 'force-answer' },
  /** Describes tools in the prompt, for models without native tools. */
  promptedTools: { protocol: 'xml', maxIterations: 10, onLimit: 'force-answer' },
  /** For long tasks in a repository, with sub-agents. */
  capability: { maxIterations: 50, maxCompletionTokens: 16_384, reasoningEffort: 'medium' },
  /** For the sub-agents of a `capability` agent. */
  capabilitySubAgent: { maxIterations: 20, maxCompletionTokens: 4_096, reasoningEffort: 'low' },
} as const satisfies Readonly<Record<string, Preset>>;
