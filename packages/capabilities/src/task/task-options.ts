import type { Message } from '@toolwright/contract';
import type { StyleChoice } from '../style/style-preset.js';
import type { ToolUpdate } from '../tools/listened-tools.js';
import type { TaskListener } from './task-event.js';
import type { TaskLimits } from './task-limits.js';

/** Options of one task. */
export interface TaskOptions {
  /** The name of a preset, or a preset with changes. Default: the agent's style. */
  readonly style?: string | StyleChoice | undefined;
  /** Aborts the task: its request to the model, its tools and its sub-agents. */
  readonly signal?: AbortSignal | undefined;
  /** The value that tools read as `context.app`, such as the user. Sub-agents and the critic also receive it. */
  readonly context?: unknown;
  readonly onEvent?: TaskListener | undefined;
  /** Receives the results of the agent's `updateTools`. Without it, the model does not see these tools. */
  readonly onUpdate?: ((update: ToolUpdate) => void) | undefined;
  /** Whether the critic checks the answer. Default: the agent's setting for the capability. */
  readonly critic?: boolean | undefined;
  readonly limits?: TaskLimits | undefined;
  /** The conversation so far, such as the `messages` of an earlier answer. */
  readonly history?: readonly Message[] | undefined;
}
