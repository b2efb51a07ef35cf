import type { AgentEvent, RunInfo } from '@toolwright/contract';

/** The phases of a task: the answer, its critique, its revision. */
export type TaskPhase = 'answer' | 'critique' | 'revision';

/** The events of a task: the events of its runs, and the start and end of its phases. */
export type TaskEvent =
  | AgentEvent
  | { readonly type: 'phase-start'; readonly phase: TaskPhase; readonly capability: string }
  | {
      readonly type: 'phase-end';
      readonly phase: TaskPhase;
      readonly capability: string;
      readonly durationMs: number;
    };

/** Receives events as they happen, with the run that they belong to. Phases belong to no run. If it throws, the error becomes a warning. */
export type TaskListener = (event: TaskEvent, run: RunInfo | undefined) => void;
