import { checkOptions, LONGEST_TIMER_MS, optionsOf } from '@toolwright/contract';
import { invalidConfig } from '../../invalid-config.js';

/** Configures when calls become tasks, and how long tasks are kept. */
export interface TaskOptions {
  /** Returns the policy of a tool. Default: `long` for all tools. */
  readonly when?: ((tool: string) => TaskPolicy) | undefined;
  /** The time after which a call counts as long, in milliseconds. Default: 5,000. */
  readonly afterMs?: number | undefined;
  /** How long a task is kept after its creation, in milliseconds. A call that is still running by then is aborted. Default: one hour. */
  readonly ttlMs?: number | undefined;
  /** The maximum number of tasks. Beyond it, calls do not become tasks. Default: 1,000. */
  readonly maxTasks?: number | undefined;
  /** The polling interval for clients, in milliseconds. Default: 1,000. */
  readonly pollIntervalMs?: number | undefined;
}

/**
 * When a call becomes a task, if its client supports tasks. `long`: after `afterMs`. `always`: immediately; its questions are asked within
 * the task. `required`: like `long`, but clients of revision 2026-07-28 without tasks are refused. `never`: not at all.
 */
export type TaskPolicy = 'long' | 'always' | 'required' | 'never';

/** The options with their defaults. */
export type TaskSettings = {
  readonly [Name in keyof TaskOptions]-?: NonNullable<TaskOptions[Name]>;
};

/** The name of the protocol extension. */
export const TASKS = 'io.modelcontextprotocol/tasks';

const OPTIONS = optionsOf<TaskOptions>()({
  'a function': 'when',
  'a number': 'afterMs ttlMs maxTasks pollIntervalMs',
});

/** @throws ToolwrightError `INVALID_CONFIG` */
export function readTaskOptions(options: TaskOptions): TaskSettings {
  checkOptions(options, OPTIONS, 'tasks');
  const { when = () => 'long', afterMs = 5_000 } = options;
  const { ttlMs = 60 * 60_000, maxTasks = 1_000, pollIntervalMs = 1_000 } = options;
  for (const [name, value] of Object.entries({ afterMs, ttlMs, maxTasks, pollIntervalMs })) {
    if (value > 0 && value <= LONGEST_TIMER_MS) continue;
    const hint = 'Times must not exceed 24 days. Omit the option to use the default.';
    throw invalidConfig(`'tasks.${name}' must be a positive number; got ${value}.`, hint);
  }
  // The protocol requires integers.
  return { when, afterMs, ttlMs: Math.ceil(ttlMs), maxTasks, pollIntervalMs: Math.ceil(pollIntervalMs) };
}
