import type { DeveloperMessage, JsonObject, SystemMessage } from '@toolwright/contract';
import type { LedgerState } from '../limits/ledger.js';
import type { ForkState } from '../memory/memory.js';
import type { RunState, ToolStep } from '../state/run-state.js';
import type { PausedTools, ToolSet } from './tool-set.js';

type Kept = 'errors' | 'handedTo' | 'iteration' | 'reasoningTrace' | 'toolCalls';

/**
 * The state of a paused run as JSON. Runs paused by earlier versions may lack `finished`, `nested`, `warnings`, `finishReason`,
 * `held` and `addedAsides`.
 */
export interface PausedData
  extends Readonly<Pick<RunState, Kept>>,
    Pick<ToolStep, 'reply' | 'nested'>,
    Partial<Pick<ToolStep, 'finished'>>,
    Partial<Readonly<Pick<RunState, 'warnings' | 'finishReason'>>>,
    Required<Pick<ForkState, 'history' | 'added'>>,
    Pick<ForkState, 'addedAsides'> {
  /** The agent chosen to continue after the step. */
  readonly next?: string | undefined;
  /** The tools offered to the model. */
  readonly tools: ToolSet;
  /** Descriptions of the called tools. Earlier versions stored annotations or their hashes instead. */
  readonly held?: PausedTools['held'];
  readonly ledger: Readonly<LedgerState>;
  /** The names of the policies of the agent and of the run's options. */
  readonly policies?: readonly string[] | undefined;
  /** The names of the tools that the run may use; absent if it may use all tools. */
  readonly subset?: readonly string[] | undefined;
  /** The system prompt, if the run has its own. */
  readonly systemMessage?: SystemMessage | DeveloperMessage | undefined;
  /** The duration of the run so far, excluding pauses. */
  readonly elapsedMs: number;
  /** The JSON part of the state that tools stored for the run. */
  readonly state: JsonObject;
}
