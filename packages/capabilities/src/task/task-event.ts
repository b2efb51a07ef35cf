import type { AgentEvent, RunInfo } from '@toolwright/contract';

/** What an agent is at: the task, the look at its answer, the second try. */
export type TaskPhase = 'answer' | 'critique' | 'revision';

/** What happens in a task: everything of its runs, and when its phases begin and end. */
export type TaskEvent =
  | AgentEvent
  | { readonly type: 'phase-start'; readonly phase: TaskPhase; readonly capability: string }
  | {
      readonly type: 'phase-end';
      readonly phase: TaskPhase;
      readonly capability: string;
      readonly durationMs: number;
    };

/** Gets events as they happen, with the run they belong to; phases belong to none. What it throws is a warning. */
export type TaskListener = (event: TaskEvent, run: RunInfo | undefined) => void;
