import {
  errorMessage,
  formatDuration,
  type JsonObject,
  type PausedRun,
  type ToolCallRecord,
  type ToolOutcome,
} from '@toolwright/contract';
import type { CallContext, ToolAnswer } from '../policies/policy.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { Ports } from '../run/ports.js';
import { callbackFailed } from '../run/run-failure.js';
import type { RunState } from '../run/run-state.js';
import { failure, formatOutcome, toOutcome } from './format-outcome.js';
import type { ToolExecution } from './tool-source.js';

/** How much longer than its limit a call may take before it is given up: time for the tool source to say so itself. */
const GRACE_MS = 500;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A finished call, and what the model reads of it. */
export interface AnsweredCall {
  readonly record: ToolCallRecord;
  readonly text: string;
}

interface OpenCall extends CallContext {
  /** Undefined until the call begins. */
  startedAt: number | undefined;
  /** Policies have been asked about the call, and get its outcome. */
  isWatched: boolean;
  /** Its sub-agent waits for a person. */
  waits: boolean;
  answered: AnsweredCall | undefined;
}

/** The calls of one reply, in progress. Each gets a record, whatever the tools do. */
export class CallBatch {
  /** The calls that have no outcome at first. */
  readonly due: readonly RequestedCall[];
  /** The first error of the protocol: a result could not be written. */
  unwritten: { readonly error: unknown } | undefined;
  readonly #calls: readonly OpenCall[];
  readonly #state: RunState;
  readonly #ports: Ports;
  #next = 0;
  #running = 0;
  #unfinished: number;
  /** A destructive tool runs alone. */
  #exclusive = false;
  #timer: NodeJS.Timeout | undefined;
  #finish: () => void = () => {};

  /** @param finished calls that were done before the run was paused */
  constructor(
    state: RunState,
    ports: Ports,
    calls: readonly RequestedCall[],
    finished: readonly ToolCallRecord[],
  ) {
    this.#state = state;
    this.#ports = ports;
    this.#calls = calls.map((call) => {
      const tool = ports.agent.findTool(call.name);
      const record = finished.find(({ callId }) => callId === call.id);
      const answered = record && { record, text: this.#write(record) };
      return { call, tool, state, startedAt: undefined, isWatched: false, waits: false, answered };
    });
    this.due = calls.filter((_, index) => this.#calls[index]?.answered === undefined);
    this.#unfinished = this.due.length;
  }

  /** Starts what the limits allow; the rest follows as calls finish. Resolves when all are over, and never rejects. */
  start(): Promise<void> {
    if (this.#unfinished === 0) return Promise.resolve();
    const limit = Math.max(...this.#calls.map((one) => this.#timeoutMs(one)));
    if (limit + GRACE_MS <= LONGEST_TIMER_MS) {
      this.#timer = setTimeout(() => this.#giveUpSlowCalls(limit), limit + GRACE_MS);
    }
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#startMore();
    return finished;
  }

  /** Answers every call that has no outcome yet with an error, and starts no more. Gives all calls, in their order. */
  abandon(): readonly AnsweredCall[] {
    this.#next = this.#calls.length;
    const outcome = this.#unfinishedOutcome();
    return this.#calls.map((one) => {
      if (!one.waits) this.#settle(one, outcome);
      return one.answered ?? this.#answer(one, outcome);
    });
  }

  /** The sub-agents that wait for a person, by their calls; undefined if none does. */
  findNested(): Readonly<Record<string, PausedRun>> | undefined {
    const waiting = this.#calls.filter(({ waits }) => waits);
    if (waiting.length === 0) return undefined;
    const paused = waiting.flatMap(({ call: { id } }) => {
      const run = this.#ports.nested?.findPaused(id);
      return run === undefined ? [] : [[id, run] as const];
    });
    return Object.fromEntries(paused);
  }

  /** In the order of the calls, without those that wait. */
  records(): ToolCallRecord[] {
    return this.#calls.flatMap(({ answered }) => answered?.record ?? []);
  }

  #startMore(): void {
    for (let one = this.#calls[this.#next]; one !== undefined; one = this.#calls[this.#next]) {
      if (one.answered !== undefined) {
        this.#next++;
        continue;
      }
      const alone = one.tool?.annotations.destructive === true;
      const isFull = this.#running >= this.#ports.agent.settings.toolConcurrency;
      if (isFull || this.#exclusive || (alone && this.#running > 0)) return;
      this.#exclusive = alone;
      this.#next++;
      void this.#run(one);
    }
  }

  async #run(one: OpenCall): Promise<void> {
    this.#running++;
    one.startedAt = this.#ports.clock.now;
    // All calls in progress began before the latest one: when the timer fires, all of them are late.
    this.#timer?.refresh();
    try {
      const asked = this.#ask(one);
      const answer = asked instanceof Promise ? await asked : asked;
      // While a policy was asked, the call may have been given up.
      if (one.answered !== undefined) this.#tellPolicies(one, one.answered.record.outcome);
      else if (answer !== undefined) this.#settle(one, answer.outcome, answer.repeated);
      else this.#settle(one, toOutcome(await this.#execute(one)));
    } catch (thrown) {
      this.#settle(one, failure(errorMessage(thrown)));
    }
  }

  /** The answer to a call that is not executed. */
  #ask(one: OpenCall): ToolAnswer | undefined | Promise<ToolAnswer | undefined> {
    const { call } = one;
    if (call.problem !== undefined) return { outcome: failure(call.problem) };
    if (this.#state.timeIsUp) return { outcome: this.#unfinishedOutcome() };
    // Policies were asked about a resumed call when it began.
    if (this.#ports.nested?.findResumption(call.id) !== undefined) return undefined;
    one.isWatched = true;
    return this.#askFrom(one, this.#ports.policies.length - 1);
  }

  /** Without a wait if there is nothing to wait for. */
  #askFrom(one: OpenCall, last: number): ToolAnswer | undefined | Promise<ToolAnswer | undefined> {
    const { policies } = this.#ports;
    for (let index = last; index >= 0; index--) {
      const answer = policies[index]?.beforeTool?.(one);
      if (answer instanceof Promise) return answer.then((given) => given ?? this.#askFrom(one, index - 1));
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  #execute(one: OpenCall): Promise<ToolOutcome> {
    const { id: callId, name } = one.call;
    const { agent, clock, events, toolState: state } = this.#ports;
    const onProgress: ToolExecution['onProgress'] = (progress) => {
      // A call that was given up may go on, but it is over for the run.
      if (one.answered === undefined) events.push({ type: 'tool-progress', callId, name, progress });
    };
    const onLog: ToolExecution['onLog'] = (message, data) =>
      onProgress(data === undefined ? message : { message, data });
    const timeoutMs = this.#timeoutMs(one);
    const execution = { signal: clock.signal, callId, state, timeoutMs, onProgress, onLog };
    return events.within(callId, () => agent.settings.tools.execute(name, argumentsOf(one.call), execution));
  }

  #settle(one: OpenCall, outcome: ToolOutcome, repeated?: true): void {
    if (one.answered !== undefined || one.waits) return;
    const hasBegun = one.startedAt !== undefined;
    one.waits = hasBegun && this.#ports.nested?.findPaused(one.call.id) !== undefined;
    if (one.waits) this.#tellPolicies(one, failure('The call waits for a person.'));
    else this.#answer(one, outcome, repeated);
    if (hasBegun) this.#running--;
    if (this.#running === 0) this.#exclusive = false;
    if (--this.#unfinished === 0) {
      clearTimeout(this.#timer);
      this.#finish();
    } else this.#startMore();
  }

  #answer(one: OpenCall, given: ToolOutcome, repeated?: true): AnsweredCall {
    const { id: callId, name, text } = one.call;
    const durationMs = one.startedAt === undefined ? 0 : this.#ports.clock.now - one.startedAt;
    const outcome = this.#tellPolicies(one, given);
    const ending = { outcome, durationMs, ...(repeated && { repeated }) };
    const record = { callId, name, arguments: text, ...ending };
    // Before any event: a logger may change what it is shown.
    const answered = { record, text: this.#write(record) };
    one.answered = answered;
    this.#ports.events.push({ type: 'tool-result', callId, name, ...ending });
    return answered;
  }

  #tellPolicies(one: OpenCall, given: ToolOutcome): ToolOutcome {
    if (!one.isWatched) return given;
    let outcome = given;
    for (const policy of this.#ports.policies) {
      try {
        outcome = policy.afterTool?.(outcome, one) ?? outcome;
      } catch (thrown) {
        outcome = failure(errorMessage(thrown));
      }
    }
    return outcome;
  }

  /** If the protocol cannot write a result, the call is kept all the same. */
  #write(record: ToolCallRecord): string {
    const { protocol } = this.#ports.agent.settings;
    try {
      return protocol.formatResult(record);
    } catch (thrown) {
      this.unwritten ??= { error: callbackFailed(`The protocol '${protocol.name}'`, thrown) };
      return formatOutcome(record.outcome);
    }
  }

  #giveUpSlowCalls(limitMs: number): void {
    // A copy: giving up a call lets the next one begin, which is not late.
    for (const one of this.#calls.filter(({ startedAt }) => startedAt !== undefined)) {
      this.#settle(one, failure(`No answer within ${formatDuration(limitMs)}; the call was given up.`));
    }
  }

  #unfinishedOutcome(): ToolOutcome {
    const reason = this.#state.timeIsUp ? 'The time of the run was up' : 'The run was aborted';
    return failure(`${reason} before this call was finished.`);
  }

  #timeoutMs({ tool }: OpenCall): number {
    return tool?.annotations.timeoutMs ?? this.#ports.agent.settings.toolTimeoutMs;
  }
}

/** What the tools are given: the text if they have to read it themselves. */
function argumentsOf({ args, text, isExact }: RequestedCall): JsonObject | string {
  return isExact === false ? text : (args ?? text);
}
