import { checkOptions, optionsOf, ToolwrightError } from '@toolwright/contract';

/** When calls become tasks, and how long those are kept. */
export interface TaskOptions {
  /** For each tool, by name. Default: `long` for all. */
  readonly when?: ((tool: string) => TaskPolicy) | undefined;
  /** From when on a call is long, in milliseconds. Default: 5,000. */
  readonly afterMs?: number | undefined;
  /** How long a task and its result are kept, from its creation. A call that is still running then is aborted. Default: one hour. */
  readonly ttlMs?: number | undefined;
  /** How many tasks are kept. Beyond that, calls do not become tasks. Default: 1,000. */
  readonly maxTasks?: number | undefined;
  /** How often clients are asked to look, in milliseconds. Default: 1,000. */
  readonly pollIntervalMs?: number | undefined;
}

/**
 * When a call becomes a task, if its client knows tasks. `long`: when it takes long. `always`: at once, and its questions are asked within
 * the task. `required`: like `long`, and clients of 2026-07-28 that do not know tasks are refused. `never`: not at all.
 */
export type TaskPolicy = 'long' | 'always' | 'required' | 'never';

/** The options with their defaults. */
export interface TaskSettings {
  readonly when: (tool: string) => TaskPolicy;
  readonly afterMs: number;
  readonly ttlMs: number;
  readonly maxTasks: number;
  readonly pollIntervalMs: number;
}

/** The name of the protocol's extension. */
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
    throw new ToolwrightError('INVALID_CONFIG', `tasks.${name} is ${value}.`, {
      blame: 'developer',
      hint: 'It must be a positive number, and at most 24 days.',
    });
  }
  // The protocol has integers.
  return { when, afterMs, ttlMs: Math.ceil(ttlMs), maxTasks, pollIntervalMs: Math.ceil(pollIntervalMs) };
}

/** Node's timers fire at once for longer delays. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
