import type { DeveloperMessage, RunResult, SystemMessage, UserMessage } from '@toolwright/contract';
import type { AgentSettings } from '../delegation/agent-settings.js';
import type { Memory } from '../memory/memory.js';
import type { OutputTask } from '../output/output-task.js';
import type { RunOptions } from './options/run-options.js';
import type { ResumedRun } from './resume.js';
import type { Deliver } from './stream/event-reader.js';

/** Everything needed to create a run. */
export interface RunSetup {
  readonly settings: AgentSettings;
  readonly memory: Memory;
  readonly input: UserMessage;
  readonly options: RunOptions;
  /** The system prompt of this run, which replaces the agent's. */
  readonly systemMessage?: SystemMessage | DeveloperMessage | undefined;
  /** The required format of the answer, if the run requests one. */
  readonly output?: OutputTask | undefined;
  readonly streaming: boolean;
  /** The failure of a callback while the run was prepared, which ends the run immediately. */
  readonly failure?: RunEnding['failure'];
  readonly resumed?: ResumedRun | undefined;
  /** Whether the run may wait for a person's approval; otherwise such calls fail. Default: true, except for runs started by tools. */
  readonly pauses?: boolean | undefined;
  /** Delivers each event to the reader of the run; absent if only the result is needed. */
  readonly deliver?: Deliver | undefined;
  /** Receives a function that aborts the run, to be called if the reader leaves. */
  readonly whenLeft?: ((abort: () => void) => void) | undefined;
  /** Called when the run must end; from then on, it must not wait for its reader. */
  readonly release?: (() => void) | undefined;
  /** Called once before `run-end`, however the run ends. */
  readonly onEnd?: ((ending: RunEnding) => void) | undefined;
}

export interface RunEnding {
  readonly result: RunResult;
  readonly failure: { readonly error: unknown } | undefined;
}
