import { isRecord, type PausedRun, type ToolCallRecord, type ToolOutcome } from '@toolwright/contract';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { HeldTools } from './held-tool.js';

/** A call that a tool made, as it made it, and its record. */
export interface MadeCall {
  readonly text: string;
  readonly record: ToolCallRecord;
  /** What the model should know of the call. */
  readonly note?: string;
}

/** The calls of a tool that waits for a person, as JSON. They are the `data` of a paused run within the run. */
export interface PausedCalls {
  /** The values that the tool took, by name. */
  readonly taken?: Readonly<Record<string, ToolOutcome>>;
  /** The calls that ended, oldest first. */
  readonly made: readonly MadeCall[];
  /** The arguments of the waiting calls as the tool gave them, in the order of `calls`. */
  readonly texts: readonly string[];
  /** The waiting calls, with arguments that policies may have changed. */
  readonly calls: readonly RequestedCall[];
  /** Calls of the same step that have ended. */
  readonly finished: readonly ToolCallRecord[];
  /** The runs of sub-agents that wait, by call. */
  readonly nested: Readonly<Record<string, PausedRun>>;
  /** The tools of the waiting calls. */
  readonly held: HeldTools;
}

/** Returns the calls of a paused tool; undefined if the data are those of a sub-agent's run. */
export function pausedCallsOf({ data }: PausedRun): PausedCalls | undefined {
  // `isPausedCalls` has checked paused runs from elsewhere.
  return isRecord(data.inner) ? (data.inner as unknown as PausedCalls) : undefined;
}
