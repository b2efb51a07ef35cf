import {
  type AgentEvent,
  errorMessage,
  formatDuration,
  type JsonObject,
  type PausedRun,
  type ToolAnnotations,
  type ToolCallRecord,
  type ToolOutcome,
  type ToolSpec,
} from '@toolwright/contract';
import type { NestedRuns } from '../approval/nested-runs.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import { failure, toOutcome } from './format-outcome.js';
import { type RepeatedCalls, repetitionKey } from './repeated-calls.js';
import type { ToolExecution, ToolSource } from './tool-source.js';

export interface BatchContext extends Pick<ToolExecution, 'signal' | 'state'> {
  readonly source: ToolSource;
  readonly tools: readonly ToolSpec[];
  /** How many calls run at once. A destructive tool runs alone in any case. */
  readonly concurrency: number;
  /** For tools that do not say themselves how long they may take. */
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly push: (event: AgentEvent) => void;
  /** Does the work of a call; see `Logger.within`. */
  readonly within: <T>(callId: string, work: () => T) => T;
  /** Why a call that is due must not begin; undefined where it may. */
  readonly refuse: (callId: string) => string | undefined;
  /** Gets each record before any event tells of it: a logger may change what it is shown. */
  readonly settled?: ((record: ToolCallRecord) => void) | undefined;
  /** Whether a person has agreed to a call that needs it. */
  readonly isApproved: (callId: string) => boolean;
  /** Sub-agents that wait for a person: their calls have no outcome yet. */
  readonly nested: NestedRuns | undefined;
  /** Undefined where repeated calls are executed again. */
  readonly repeated: RepeatedCalls | undefined;
}

/** How much longer than its limit a call may take before it is given up: time for the tool source to say so itself. */
const GRACE_MS = 500;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The calls of one reply, under way. Each gets a record, whatever the tools do. */
export class CallBatch {
  readonly #calls: readonly RequestedCall[];
  readonly #context: BatchContext;
  /** Of the tools that are called; empty for those that are not known. */
  readonly #annotations: ToolAnnotations[] = [];
  readonly #records: (ToolCallRecord | undefined)[] = [];
  readonly #startedAt: number[] = [];
  /** Of calls that others may turn out to repeat. */
  readonly #keys: (string | undefined)[] = [];
  /** Calls that are over for now, without an outcome. */
  readonly #waiting = new Set<number>();
  #next = 0;
  #running = 0;
  #unfinished: number;
  #exclusive = false;
  #timer: NodeJS.Timeout | undefined;
  #finish: () => void = () => {};

  constructor(calls: readonly RequestedCall[], context: BatchContext) {
    this.#calls = calls;
    this.#context = context;
    for (const { name } of calls) {
      this.#annotations.push(context.tools.find((tool) => tool.name === name)?.annotations ?? {});
    }
    this.#unfinished = calls.length;
  }

  /** Starts what the limits allow; the rest follows as calls finish. Resolves when all have a record, and never rejects. */
  start(): Promise<void> {
    const limit = Math.max(...this.#calls.map((_, index) => this.#timeoutMs(index)));
    if (limit + GRACE_MS <= LONGEST_TIMER_MS) {
      this.#timer = setTimeout(() => this.#giveUpSlowCalls(limit), limit + GRACE_MS);
    }
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#startMore();
    return finished;
  }

  /** Answers every call that has no outcome yet with an error, and starts no more. */
  abandon(error: string): void {
    this.#next = this.#calls.length;
    if (this.#unfinished === 0 && this.#waiting.size === 0) return;
    for (const index of this.#calls.keys()) {
      if (this.#waiting.delete(index)) this.#answer(index, failure(error));
      else this.#settle(index, failure(error));
    }
  }

  /** The sub-agents that wait for a person, by their calls; undefined where none does. */
  findNested(): Readonly<Record<string, PausedRun>> | undefined {
    if (this.#waiting.size === 0) return undefined;
    const calls = [...this.#waiting].sort((a, b) => a - b).map((index) => this.#calls[index]?.id ?? '');
    return Object.fromEntries(
      calls.flatMap((id) => {
        const paused = this.#context.nested?.findPaused(id);
        return paused === undefined ? [] : [[id, paused]];
      }),
    );
  }

  /** In the order of the calls; complete, but for those that wait, once the batch is finished or abandoned. */
  records(): ToolCallRecord[] {
    return this.#records.filter((record) => record !== undefined);
  }

  #startMore(): void {
    while (this.#next < this.#calls.length && !this.#exclusive) {
      const call = this.#calls[this.#next];
      if (call === undefined || this.#running >= this.#context.concurrency) return;
      const alone = this.#annotations[this.#next]?.destructive === true;
      if (alone && this.#running > 0) return;
      this.#exclusive = alone;
      void this.#run(this.#next++, call);
    }
  }

  async #run(index: number, call: RequestedCall): Promise<void> {
    this.#running++;
    this.#startedAt[index] = this.#context.now();
    // Every call in progress began before the latest one: when the timer fires, all of them are late.
    this.#timer?.refresh();
    try {
      // Without a wait where there is nothing to wait for.
      const repeats = this.#repeats(index, call);
      if (repeats !== false && (await repeats)) return;
      this.#settle(index, toOutcome(await this.#execute(index, call)));
    } catch (thrown) {
      this.#settle(index, failure(errorMessage(thrown)));
    }
  }

  #execute(index: number, call: RequestedCall): ToolOutcome | Promise<ToolOutcome> {
    const { id: callId, name } = call;
    const { source, signal, state, push } = this.#context;
    const timeoutMs = this.#timeoutMs(index);
    if (call.problem !== undefined) return failure(call.problem);
    if (this.#annotations[index]?.needsApproval && !this.#context.isApproved(callId))
      return failure(NO_APPROVAL);
    // The source only says what is wrong with arguments that are none.
    const refusal = call.args === undefined && !call.isJson ? undefined : this.#context.refuse(callId);
    if (refusal !== undefined) return failure(refusal);
    const onProgress: ToolExecution['onProgress'] = (progress) => {
      // A call that was given up may go on, but it is over for the run.
      if (this.#records[index] === undefined) push({ type: 'tool-progress', callId, name, progress });
    };
    const onLog: ToolExecution['onLog'] = (message, data) =>
      onProgress(data === undefined ? message : { message, data });
    const execution = { signal, callId, state, timeoutMs, onProgress, onLog };
    return this.#context.within(callId, () => source.execute(name, argumentsOf(call), execution));
  }

  /** Answers a call with what an earlier one like it has given, if there is one. */
  #repeats(index: number, call: RequestedCall): boolean | Promise<boolean> {
    const { repeated } = this.#context;
    if (repeated === undefined || call.problem !== undefined) return false;
    // What goes on was decided on for itself.
    if (this.#context.nested?.findResumption(call.id) !== undefined) return false;
    const key = repetitionKey(call, this.#annotations[index] ?? {});
    return key === undefined ? false : this.#claim(index, key, repeated);
  }

  async #claim(index: number, key: string, repeated: RepeatedCalls): Promise<boolean> {
    const earlier = await repeated.claim(key);
    if (earlier === undefined) this.#keys[index] = key;
    // While it waited for the earlier call, this one may have been given up.
    if (this.#records[index] !== undefined) this.#remember(index, failure('given up'));
    else if (earlier !== undefined) this.#settle(index, earlier, true);
    return this.#records[index] !== undefined;
  }

  #settle(index: number, outcome: ToolOutcome, repeated?: true): void {
    const call = this.#calls[index];
    if (call === undefined || this.#records[index] !== undefined || this.#waiting.has(index)) return;
    const waits =
      this.#context.nested?.findPaused(call.id) !== undefined && this.#startedAt[index] !== undefined;
    if (waits) this.#waiting.add(index);
    else this.#answer(index, outcome, repeated);
    this.#remember(index, waits ? failure('waiting') : outcome);
    if (this.#startedAt[index] !== undefined) this.#running--;
    if (this.#running === 0) this.#exclusive = false;
    if (--this.#unfinished === 0) {
      clearTimeout(this.#timer);
      this.#finish();
    } else this.#startMore();
  }

  #answer(index: number, outcome: ToolOutcome, repeated?: true): void {
    const call = this.#calls[index];
    if (call === undefined) return;
    const { id: callId, name, text } = call;
    const startedAt = this.#startedAt[index];
    const durationMs = startedAt === undefined ? 0 : this.#context.now() - startedAt;
    const ending = { outcome, durationMs, ...(repeated && { repeated }) };
    const record = { callId, name, arguments: text, ...ending };
    this.#records[index] = record;
    this.#context.settled?.(record);
    if (outcome.error === null && this.#annotations[index]?.destructive) this.#context.repeated?.forget();
    this.#context.push({ type: 'tool-result', callId, name, ...ending });
  }

  #remember(index: number, outcome: ToolOutcome): void {
    const key = this.#keys[index];
    if (key !== undefined) this.#context.repeated?.finish(key, outcome);
  }

  #giveUpSlowCalls(limitMs: number): void {
    // A copy: giving up a call lets the next one begin, which is not late.
    for (const index of [...this.#startedAt.keys()]) {
      this.#settle(index, failure(`No answer within ${formatDuration(limitMs)}; the call was given up.`));
    }
  }

  #timeoutMs(index: number): number {
    return this.#annotations[index]?.timeoutMs ?? this.#context.timeoutMs;
  }
}

const NO_APPROVAL = 'This tool needs the approval of a person, and nobody can be asked in this run.';

/** What the tools are given: the text where they have to read it themselves. */
function argumentsOf({ args, text, isExact }: RequestedCall): JsonObject | string {
  return isExact === false ? text : (args ?? text);
}
