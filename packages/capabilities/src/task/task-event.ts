import type { AgentEvent, RunInfo } from '@toolwright/contract';

/** The phases of a task: the answer, its critique, its revision. */
export type TaskPhase = 'answer' | 'critique' | 'revision';

/** Events of a task: those of its runs, and the start and end of its phases. */
export type TaskEvent =
  | AgentEvent
  | { readonly type: 'phase-start'; readonly phase: TaskPhase; readonly capability: string }
  | {
      readonly type: 'phase-end';
      readonly phase: TaskPhase;
      readonly capability: string;
      readonly durationMs: number;
    };

/** Gets events as they happen, with the run they belong to; phases belong to no run. An error that it throws becomes a warning. */
export type TaskListener = (event: TaskEvent, run: RunInfo | undefined) => void;
