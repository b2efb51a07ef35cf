import type { TaskLimits } from '../task/task-limits.js';

/** The limits of sub-agents and the critic. */
export interface SubagentConfig extends TaskLimits {
  /** The time limit for one task and for the critic, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /** A system prompt that replaces the built-in one. */
  readonly systemPrompt?: string | undefined;
}
