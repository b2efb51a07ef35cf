import {
  errorMessage,
  type JsonObject,
  type Message,
  PAUSED_RUN_VERSION,
  type PausedRun,
  type PendingCall,
  type ToolCallRecord,
} from '@toolwright/contract';
import { failure } from '../calls/format-outcome.js';
import type { LedgerState } from '../limits/ledger.js';
import type { Asides, MemoryState } from '../memory/memory-state.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { ToolSet } from './tool-set.js';

/** What is kept of a paused run, beside what tells a person of it. */
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

/** A run as JSON. Later changes of the run do not reach it. */
export function toPausedRun(
  run: { readonly runId: string; readonly agent: string; readonly pending: readonly PendingCall[] },
  data: PausedData,
): PausedRun {
  const finished = data.finished?.map(toWritable);
  const plain = { ...data, finished, toolCalls: data.toolCalls.map(toWritable) };
  return { version: PAUSED_RUN_VERSION, ...run, data: JSON.parse(JSON.stringify(plain)) };
}

/** What of a run's state JSON can carry, and the names of the rest. */
export function splitState(state: ReadonlyMap<string, unknown>): {
  readonly kept: JsonObject;
  readonly lost: string[];
} {
  const lost: string[] = [];
  const kept = [...state].filter(([name, value]) => {
    const isKept = isPlainJson(value);
    if (!isKept) lost.push(name);
    return isKept;
  });
  // Each value has been found to be JSON.
  return { kept: Object.fromEntries(kept) as JsonObject, lost };
}

/** A source of tools that is not ours may give what is no JSON. */
function toWritable(record: ToolCallRecord): ToolCallRecord {
  try {
    JSON.stringify(record);
    return record;
  } catch (error) {
    return { ...record, outcome: failure(`The result cannot be written as JSON: ${errorMessage(error)}`) };
  }
}

function isPlainJson(value: unknown, ancestors: readonly unknown[] = []): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || ancestors.includes(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  return isPlain && Object.values(value).every((member) => isPlainJson(member, [...ancestors, value]));
}
