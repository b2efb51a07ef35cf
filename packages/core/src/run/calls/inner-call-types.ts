import type { JsonObject, ToolOutcome } from '@toolwright/contract';

/** A call that a tool makes, such as a program. */
export interface InnerCall {
  readonly name: string;
  /** The arguments as JSON. */
  readonly args: JsonObject;
}

/**
 * The calls that one tool makes in the run that called it. They are calls of the run: policies, approvals, budgets, logs and stores see them.
 * If the run is resumed after a pause or a crash, the tool is executed again and must make the same calls in the same order; those that
 * ended before are answered without being executed.
 */
export interface InnerCalls {
  /**
   * Takes a value that must be the same when the tool is executed again, such as the time: then, it is not produced again. It is no call of
   * the run, so that policies, events and logs do not see it.
   * @param name the inner tool of the source under which stores record the value. It must be `readOnly`.
   */
  take(name: string, produce: () => Promise<ToolOutcome>): Promise<ToolOutcome>;
  /**
   * Executes calls side by side, as far as the agent and the tools allow. Resolves with their outcomes in the same order; with `paused` if
   * the run waits for a person, and with `stopped` if the run or the tool's own call has ended: the tool must then return at once, and nobody
   * reads what it returns.
   * @throws ToolwrightError `STALE_PROGRAM` if a resumed tool makes other calls than before
   */
  run(calls: readonly InnerCall[]): Promise<readonly InnerOutcome[] | 'paused' | 'stopped'>;
}

/** The outcome of a call that a tool made. */
export type InnerOutcome = ToolOutcome & {
  /** What the model should know of the call, such as that a person has changed its arguments. */
  readonly note?: string;
};
