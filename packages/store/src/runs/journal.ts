import type { LLMResponse, ToolExecution, ToolOutcome, ToolSpec } from '@toolwright/contract';
import { identifyProcess } from '../leases/process-identity.js';
import type { FencedLease } from '../leases/with-lease.js';
import { staleCall, staleTools } from '../sessions/session-error.js';
import type { SessionRecord } from '../sessions/session-record.js';
import { stateToJson } from '../shared-state.js';
import { areSameArguments, findMoved, findStale, toolsOfReply } from './held-contract.js';
import { advance, type OpenRun } from './open-run.js';
import type { CallOutcome, KnownCall, RecordedReply, StartedCall, StepRecorder } from './step-recorder.js';

/**
 * The journal of a run in progress. First replays the recorded replies and outcomes, then records each step before it takes effect.
 */
export class Journal implements StepRecorder {
  #run: OpenRun;
  readonly #lease: FencedLease;
  readonly #listTools: () => readonly ToolSpec[];
  readonly #onFailure: (error: unknown) => void;
  #replayed = 0;
  /** Chains the starts of calls, so that calls start in the order of the reply even if an interrupted call takes longer to start. */
  #lastBegun: Promise<void> = Promise.resolve();

  /** @param onFailure called if a record could not be written or does not match; stops the run */
  constructor(
    run: OpenRun,
    lease: FencedLease,
    onFailure: (error: unknown) => void,
    listTools: () => readonly ToolSpec[],
  ) {
    this.#listTools = listTools;
    this.#run = run;
    this.#lease = lease;
    this.#onFailure = onFailure;
  }

  get run(): OpenRun {
    return this.#run;
  }

  /** Returns the recorded reply to the next request; undefined if the model must be asked. */
  nextReply(): RecordedReply | undefined {
    return this.#run.replies[this.#replayed++];
  }

  get streaming(): boolean {
    return this.#run.start.streaming;
  }

  async recordReply(ask: () => Promise<LLMResponse>): Promise<LLMResponse> {
    const response = await ask();
    await this.addReply(response);
    return response;
  }

  findCall(call: StartedCall): KnownCall | undefined {
    const known = this.#run.calls.get(call.callId);
    if (known !== undefined && !areSameArguments(known.start, call, this.#listTools())) {
      throw this.fail(staleCall(call.callId));
    }
    return known;
  }

  async checkTool(call: StartedCall, args: unknown): Promise<void> {
    const tools = this.#listTools();
    const start = this.#run.calls.get(call.callId)?.start;
    const problem =
      (start && findMoved(start, call, tools)) ?? findStale(call, args, this.#run.tools ?? {}, tools);
    if (problem !== undefined) throw this.fail(staleTools(problem));
  }

  addOutcome(callId: string, { outcome, state }: CallOutcome): Promise<void> {
    const { runId } = this.#run.start;
    return this.add({ type: 'tool-outcome', runId, callId, outcome, ...(state && { state }) });
  }

  async recordCall(
    call: StartedCall,
    { signal, state }: ToolExecution,
    execute: () => Promise<ToolOutcome>,
  ): Promise<ToolOutcome> {
    const begin = () => this.#begin(call);
    const begun = this.#lastBegun.then(begin, begin);
    this.#lastBegun = begun;
    await begun;
    // The run may have finished in the meantime.
    signal.throwIfAborted();
    const outcome = await execute();
    // A call that was aborted together with its run has no valid outcome.
    if (!signal.aborted) await this.addOutcome(call.callId, { outcome, state: stateToJson(state) });
    return outcome;
  }

  async #begin(call: StartedCall): Promise<void> {
    const isRepeated = this.#run.calls.has(call.callId);
    const by = call.repeatable ? {} : { by: identifyProcess() };
    // Calls that a person approved again are also recorded: if they are interrupted again, the person is asked again.
    if (!isRepeated || !call.repeatable)
      await this.add({ type: 'tool-start', runId: this.#run.start.runId, ...call, ...by });
    // Checked immediately before the call, because another process may have taken over while this one was suspended.
    if (isRepeated || !this.#lease.isFresh()) await this.#renew();
  }

  /** Writes a record. Rejects if writing fails. */
  async add(record: SessionRecord): Promise<void> {
    try {
      await this.#lease.append([record]);
    } catch (error) {
      throw this.fail(error);
    }
    this.#run = advance(this.#run, record);
  }

  async #renew(): Promise<void> {
    try {
      await this.#lease.renew();
    } catch (error) {
      throw this.fail(error);
    }
  }

  /** Stops the run without recording its end, so that it can be resumed. @returns the error */
  fail(error: unknown): unknown {
    this.#onFailure(error);
    return error;
  }

  addReply(reply: RecordedReply): Promise<void> {
    const tools = toolsOfReply(reply, this.#listTools(), this.#run.tools);
    const { runId } = this.#run.start;
    return this.add({ type: 'model-reply', runId, reply, ...(tools && { tools }) });
  }
}
