import type { DeveloperMessage, JsonObject, SystemMessage } from '@toolwright/contract';
import type { LedgerState } from '../limits/ledger.js';
import type { ForkState } from '../memory/memory.js';
import type { RunState, ToolStep } from '../state/run-state.js';
import type { PausedTools, ToolSet } from './tool-set.js';

type Kept = 'errors' | 'handedTo' | 'iteration' | 'reasoningTrace' | 'toolCalls';

/**
 * The state of a paused run as JSON. Runs that were paused by earlier versions may lack `finished`, `nested`, `warnings`, `finishReason`, `held`
 * and `addedAsides`.
 */
export interface PausedData
  extends Readonly<Pick<RunState, Kept>>,
    Pick<ToolStep, 'reply' | 'nested'>,
    Partial<Pick<ToolStep, 'finished'>>,
    Partial<Readonly<Pick<RunState, 'warnings' | 'finishReason'>>>,
    Required<Pick<ForkState, 'history' | 'added'>>,
    Pick<ForkState, 'addedAsides'> {
  /** The agent that was chosen to go on after the step. */
  readonly next?: string | undefined;
  /** The tools that were offered. */
  readonly tools: ToolSet;
  /** The tools that are called; in runs of earlier versions, their annotations or hashes of them. */
  readonly held?: PausedTools['held'];
  readonly ledger: Readonly<LedgerState>;
  /** The names of the policies that the agent and the run's options gave. */
  readonly policies?: readonly string[] | undefined;
  /** The names of the tools that the run may use, if not all. */
  readonly subset?: readonly string[] | undefined;
  /** The system prompt, if the run has one of its own. */
  readonly systemMessage?: SystemMessage | DeveloperMessage | undefined;
  /** How long the run has taken, without pauses. */
  readonly elapsedMs: number;
  /** What tools have put into the run's state, as far as it is JSON. */
  readonly state: JsonObject;
}
