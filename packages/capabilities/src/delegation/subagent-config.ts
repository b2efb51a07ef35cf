import type { TaskLimits } from '../task/task-limits.js';

/** The limits of sub-agents and of the critic; `false` in its place takes the tools for sub-agents away. */
export interface SubagentConfig extends TaskLimits {
  /** For one task, and for the critic, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Takes the place of the built-in system prompt. */
  readonly systemPrompt?: string | undefined;
}
