import type { TaskLimits } from '../task/task-limits.js';

/** The limits of sub-agents and the critic; `false` removes the tools that start sub-agents. */
export interface SubagentConfig extends TaskLimits {
  /** For one task, and for the critic, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the built-in system prompt. */
  readonly systemPrompt?: string | undefined;
}
