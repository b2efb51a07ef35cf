import type { DeveloperMessage, RunResult, SystemMessage, UserMessage } from '@toolwright/contract';
import type { AgentSettings } from '../delegation/agent-settings.js';
import type { Memory } from '../memory/memory.js';
import type { OutputTask } from '../output/output-task.js';
import type { RunOptions } from './options/run-options.js';
import type { ResumedRun } from './resume.js';
import type { Deliver } from './stream/event-reader.js';

/** What a run is made of. */
export interface RunSetup {
  readonly settings: AgentSettings;
  readonly memory: Memory;
  readonly input: UserMessage;
  readonly options: RunOptions;
  /** The system prompt of this run, in place of the agent's. */
  readonly systemMessage?: SystemMessage | DeveloperMessage | undefined;
  /** The form of the answer, if the run asks for one. */
  readonly output?: OutputTask | undefined;
  /** Whether the model is asked to stream. */
  readonly streaming: boolean;
  /** A callback that has failed while the run was made. It ends the run at its start. */
  readonly failure?: RunEnding['failure'];
  /** A paused run to resume. */
  readonly resumed?: ResumedRun | undefined;
  /** Whether the run may wait for the approval of a person; else calls that need it are answered with an error. Default: true, but for runs that tools start. */
  readonly pauses?: boolean | undefined;
  /** Hands each event to the reader of the run; absent if only the result is wanted. */
  readonly deliver?: Deliver | undefined;
  /** Takes a function that aborts the run when its reader has left. */
  readonly whenLeft?: ((abort: () => void) => void) | undefined;
  /** Called when the run must end: from then on it must not wait for its reader. */
  readonly release?: (() => void) | undefined;
  /** Called once, however the run ends, before `run-end`. */
  readonly onEnd?: ((ending: RunEnding) => void) | undefined;
}

export interface RunEnding {
  readonly result: RunResult;
  /** What the run throws. */
  readonly failure: { readonly error: unknown } | undefined;
}
