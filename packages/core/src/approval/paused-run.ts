import type { JsonObject, Message, PausedRun, ToolCallRecord } from '@toolwright/contract';
import type { LedgerState } from '../limits/ledger.js';
import type { Asides, MemoryState } from '../memory/memory-state.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { ToolSet } from './tool-set.js';

/** The state of a paused run as JSON. */
export interface PausedData {
  /** The conversation as the model sees it, and the observations of the run. */
  readonly history: MemoryState;
  /** The messages of the run itself. */
  readonly added: readonly Message[];
  /** Which of them are no questions. */
  readonly addedAsides?: Asides | undefined;
  /** The reply whose calls are to be executed. */
  readonly reply: Reply;
  /** Calls of that reply that are done. */
  readonly finished?: readonly ToolCallRecord[] | undefined;
  /** Runs of sub-agents that wait, by the calls of that reply that started them. */
  readonly nested?: Readonly<Record<string, PausedRun>> | undefined;
  /** The agent that the conversation was handed over to. */
  readonly handedTo?: string | undefined;
  /** The agent that was chosen to go on after the step. */
  readonly next?: string | undefined;
  /** The tools that were offered. */
  readonly tools: ToolSet;
  readonly iteration: number;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly reasoningTrace: readonly string[];
  readonly errors: readonly string[];
  readonly ledger: LedgerState;
  /** How long the run has taken, without pauses. */
  readonly elapsedMs: number;
  /** What tools have put into the run's state, as far as that is JSON. */
  readonly state: JsonObject;
}
