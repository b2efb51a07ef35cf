import type { TaskLimits } from '../task/task-limits.js';

/** How tasks are given to sub-agents; `false` in its place takes the tools for it away. */
export interface SubagentConfig extends TaskLimits {
  /** For one task, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Takes the place of the built-in system prompt. */
  readonly systemPrompt?: string | undefined;
}
