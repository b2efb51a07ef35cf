import type { AgentConfig } from './agent-config.js';

type Preset = Omit<AgentConfig, 'llmClient'>;

/**
 * Settings for typical jobs of an agent. Spread one into a configuration; options that follow it take precedence: `new Agent({
 * ...presets.reasoning, llmClient })`. What a preset leaves out has the usual default.
 */
export const presets = {
  /** Tools of a shared registry through the provider's own API, prompts of a shared registry. */
  toolUse: { maxIterations: 10, onLimit: 'stop' },
  /** One thought and one action a step, written as JSON, so that any model can do it. */
  reasoning: { protocol: 'reasoning-json', temperature: 0.7, maxIterations: 10, onLimit: 'stop' },
  /** A prompt that ends in an answer: few steps, no repeated calls, and a plain answer at the limit. */
  promptCall: { dedupe: 'per-run', maxIterations: 5, onLimit: 'force-answer' },
  /** Tools in the prompt, for models without native tools. */
  promptedTools: { protocol: 'xml', maxIterations: 10, onLimit: 'force-answer' },
  /** Long work on a repository, with sub-agents. */
  capability: { maxIterations: 50, maxCompletionTokens: 16_384, reasoningEffort: 'medium' },
  /** What a `capability` agent gives tasks to. */
  capabilitySubAgent: { maxIterations: 20, maxCompletionTokens: 4_096, reasoningEffort: 'low' },
} as const satisfies Readonly<Record<string, Preset>>;
