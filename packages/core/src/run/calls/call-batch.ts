import {
  developerErrorOf,
  errorMessage,
  formatDuration,
  isDeveloperError,
  isRecord,
  LONGEST_TIMER_MS,
  type PausedRun,
  type ToolCallEvent,
  type ToolCallRecord,
  type ToolOutcome,
  thrownOf,
  withThrown,
} from '@toolwright/contract';
import { maskOutcome } from '@toolwright/redaction';
import { callbackFailed } from '../../base/callbacks.js';
import { RestartableTimer } from '../../base/restartable-timer.js';
import { type RunLink, ToolState } from '../../delegation/tool-state.js';
import { answerLate, applyOutcome, toPolicyCall } from '../../policies/ask-about-call.js';
import type { CallAnswer } from '../../policies/verdict.js';
import {
  CUT_SHORT,
  failure,
  formatOutcome,
  quoteUntrusted,
  toOutcome,
} from '../../protocols/format-outcome.js';
import { endsAfterStep, type RunState } from '../../state/run-state.js';
import type { CallPorts } from '../ports.js';
import { callEvent } from './call-event.js';
import { type CheckedCall, tooLate } from './checked-calls.js';
import { executeCall } from './execute-call.js';
import type { AnsweredCall, OpenCall } from './open-call.js';
import { isByRun, recordCall, unfinishedOutcome, withoutMark } from './record-call.js';

/** How long after its timeout a call is abandoned. The delay lets the tool source report the timeout itself. */
const GRACE_MS = 500;

/** Executes the calls of one reply. Every call receives a record, whatever the tools do. */
export class CallBatch {
  /** Announce the calls that initially have no outcome. */
  readonly events: readonly ToolCallEvent[];
  readonly #calls: readonly OpenCall[];
  readonly #state: RunState;
  readonly #ports: CallPorts;
  #next = 0;
  #running = 0;
  #unfinished: number;
  /** The run's calls in progress. */
  readonly #open: RunLink['open'];
  /** Whether a tool is running that must run alone. */
  #exclusive = false;
  readonly #timer = new RestartableTimer();
  #finish: () => void = () => {};

  /** @param finished the calls that were completed before the run was paused */
  constructor(
    state: RunState,
    ports: CallPorts,
    calls: readonly CheckedCall[],
    finished: readonly ToolCallRecord[],
  ) {
    this.#state = state;
    this.#ports = ports;
    this.#calls = calls.map(({ call, tool, asked }) => {
      const record = finished.find(({ callId }) => callId === call.id);
      const answered = record && { record, text: this.#write(record) };
      return {
        call,
        tool,
        asked,
        startedAt: undefined,
        waits: false,
        isLate: false,
        thrown: undefined,
        answered,
      };
    });
    this.events = this.#calls.flatMap((one) => (one.answered === undefined ? [callEvent(one)] : []));
    this.#unfinished = this.events.length;
    this.#open = ToolState.linkOf(ports.toolState)?.open ?? new Map();
  }

  /** Starts as many calls as the limits allow, and the rest as calls finish. Resolves when all calls are completed; never rejects. */
  start(): Promise<void> {
    if (this.#unfinished === 0) return Promise.resolve();
    const limit = Math.max(...this.#calls.map((one) => this.#timeoutMs(one)));
    if (limit + GRACE_MS <= LONGEST_TIMER_MS)
      this.#timer.start(() => this.#abandonSlowCalls(limit), limit + GRACE_MS);
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#startMore();
    return finished;
  }

  /** Ends every call without an outcome with an error, and starts no further calls. Returns all calls in call order. */
  abandon(outcome: ToolOutcome = unfinishedOutcome(this.#state)): readonly AnsweredCall[] {
    this.#next = this.#calls.length;
    return this.#calls.map((one) => {
      this.#abandonCall(one, outcome);
      return one.answered ?? this.#answer(one, outcome);
    });
  }

  /** Returns the paused sub-agent runs that are waiting for a person, by call id; undefined if there are none. */
  findNested(): Readonly<Record<string, PausedRun>> | undefined {
    const waiting = this.#calls.filter(({ waits }) => waits);
    if (waiting.length === 0) return undefined;
    const paused = waiting.flatMap(({ call: { id } }) => {
      const run = this.#ports.nested?.findPaused(id);
      return run === undefined ? [] : [[id, run] as const];
    });
    return Object.fromEntries(paused);
  }

  /** Returns the records in call order, without calls that are waiting for a person. */
  records(): ToolCallRecord[] {
    return this.#calls.flatMap(({ answered }) => answered?.record ?? []);
  }

  #startMore(): void {
    for (let one = this.#calls[this.#next]; one !== undefined; one = this.#calls[this.#next]) {
      if (one.answered !== undefined) {
        this.#next++;
        continue;
      }
      // Programs run one after another: their calls come in the same order each time, and each sees what the last one left.
      const alone = one.tool?.annotations.destructive === true || one.tool?.callsTools === true;
      if (one.tool?.callsTools && this.#calls.some(({ waits, tool }) => waits && tool?.callsTools)) {
        // Otherwise, it would run before one that comes earlier.
        this.#next++;
        one.waits = true;
        this.#release(one);
        return;
      }
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
    this.#open.set(one.call.id, { toolName: one.call.name });
    // Every call in progress started no later than this one, so all of them are late when the timer fires.
    this.#timer.restart();
    let isAsked = false;
    try {
      const given = this.#answerOf(one);
      const answer = given instanceof Promise ? await given : given;
      isAsked = true;
      // The call may have been abandoned while a policy was asked.
      if (one.answered !== undefined) this.#endLate(one, answer);
      else
        this.#end(
          one,
          answer ??
            this.#toOutcome(
              one,
              await executeCall(
                one.call,
                this.#ports,
                this.#timeoutMs(one),
                () => one.answered === undefined,
              ),
            ),
        );
    } catch (thrown) {
      // Tool sources reject if an error of the program keeps them from executing the call, and policies should never throw.
      const isToolError = isAsked && !isDeveloperError(thrown);
      if (isToolError) one.thrown = { value: thrown };
      this.#end(one, isToolError ? failure(errorMessage(thrown)) : this.#fail(thrown));
    }
  }

  /** Returns the answer to a call that is not executed. */
  #answerOf({ call, asked }: OpenCall): CallAnswer | undefined | Promise<CallAnswer | undefined> {
    if (call.problem !== undefined) return failure(call.problem);
    if (this.#state.timeIsUp) return unfinishedOutcome(this.#state);
    if (asked?.outcome !== undefined) return asked.outcome;
    if (endsAfterStep(this.#state)) return unfinishedOutcome(this.#state);
    return asked === undefined ? undefined : answerLate(asked, this.#ports.policies);
  }

  /** Converts an outcome. The answer of a sub-agent is untrusted if the sub-agent read untrusted text. */
  #toOutcome(one: OpenCall, value: unknown): ToolOutcome {
    const { call } = one;
    if (isRecord(value)) one.thrown = thrownOf(value);
    const link = ToolState.linkOf(this.#ports.toolState);
    const error = link?.failed.get(call.id) ?? (isRecord(value) ? developerErrorOf(value) : undefined);
    if (error !== undefined) return this.#fail(error);
    const outcome = toOutcome(value);
    return link?.untrusted.has(call.id) ? { ...outcome, untrusted: true } : outcome;
  }

  /** Ends the run with an error that no model can act on, after the calls in progress. */
  #fail(error: unknown): ToolOutcome {
    this.#state.failure ??= { error };
    return failure(CUT_SHORT);
  }

  /** Applies the policies to the outcome of a call, and then records it. */
  #end(one: OpenCall, answer: CallAnswer): void {
    const { repeated } = answer;
    const given = repeated === undefined ? answer : withoutMark(answer);
    if (one.answered !== undefined || one.waits) return;
    one.waits = this.#ports.nested?.findPaused(one.call.id) !== undefined;
    if (one.waits) {
      this.#close(one);
      void this.#tellPolicies(one, failure('The call is waiting for a person.'));
      this.#release(one);
      return;
    }
    const told = this.#tellPolicies(one, given);
    if (!(told instanceof Promise)) this.#settle(one, told, repeated);
    else
      void told.then((outcome) => {
        if (one.answered === undefined) this.#settle(one, outcome, repeated);
        else if (outcome !== given) this.#warnLate(one);
      });
  }

  /** Called when policies have decided about a completed call. Those that already counted the call are told how it ended. */
  #endLate(one: OpenCall, answer: CallAnswer | undefined): void {
    if (answer !== undefined) this.#warnLate(one);
    if (one.answered !== undefined) void this.#tellPolicies(one, one.answered.record.outcome);
  }

  /** Abandons a call. It must end immediately, so a policy that returns a promise cannot change its outcome. */
  #abandonCall(one: OpenCall, outcome: ToolOutcome): void {
    if (one.answered !== undefined || one.waits) return;
    const told = this.#tellPolicies(one, outcome);
    this.#settle(one, told instanceof Promise ? outcome : told);
  }

  #settle(one: OpenCall, outcome: ToolOutcome, repeated?: true): void {
    if (one.answered !== undefined) return;
    this.#answer(one, outcome, repeated);
    this.#release(one);
  }

  #release({ startedAt }: OpenCall): void {
    if (startedAt !== undefined) this.#running--;
    if (this.#running === 0) this.#exclusive = false;
    if (--this.#unfinished === 0) {
      this.#timer.stop();
      this.#finish();
    } else this.#startMore();
  }

  #answer(one: OpenCall, given: ToolOutcome, repeated?: true): AnsweredCall {
    const durationMs = one.startedAt === undefined ? 0 : this.#ports.clock.now - one.startedAt;
    const byRun = isByRun(one, given) ? true : undefined;
    const { record, event } = recordCall(one.call, {
      outcome: maskOutcome(given),
      durationMs,
      repeated,
      byRun,
    });
    // Assigned before the event is pushed, because a logger may mutate the event.
    const answered = { record, text: this.#write(record) };
    one.answered = answered;
    this.#close(one);
    this.#ports.events.push(given.error === null ? event : withThrown(event, one.thrown));
    return answered;
  }

  /** Ends the calls that the tool of a call may still make. */
  #close({ call: { id } }: OpenCall): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    open?.end?.();
  }

  #warnLate(one: OpenCall): void {
    if (one.isLate) return;
    one.isLate = true;
    this.#ports.events.push(tooLate(one.call));
  }

  #tellPolicies(one: OpenCall, given: ToolOutcome): ToolOutcome | Promise<ToolOutcome> {
    const { call, tool, asked } = one;
    if (asked === undefined || !this.#ports.policies.has('afterTool')) return given;
    const approved = this.#state.approved.has(call.id);
    const plain = toPolicyCall(call, tool, approved);
    const shown = asked.refused ? { ...plain, refused: true as const } : plain;
    const told = applyOutcome(this.#state, this.#ports.policies, given, shown, () => {
      if (one.answered !== undefined) this.#warnLate(one);
      return one.answered !== undefined;
    });
    return told as ToolOutcome | Promise<ToolOutcome>; // the chain creates only native promises
  }

  /** Writes the result for the model. If the protocol cannot write it, the call is still recorded. */
  #write(record: ToolCallRecord): string {
    const { protocol } = this.#ports.agent.settings;
    let text: string;
    try {
      text = protocol.formatResult(record);
    } catch (thrown) {
      this.#state.failure ??= { error: callbackFailed(`The protocol '${protocol.name}'`, thrown) };
      text = formatOutcome(record.outcome);
    }
    return record.outcome.untrusted ? quoteUntrusted(text, record.name) : text;
  }

  #abandonSlowCalls(limitMs: number): void {
    // Iterates over a copy, because abandoning a call starts the next call, which is not late.
    for (const one of this.#calls.filter(({ startedAt }) => startedAt !== undefined)) {
      this.#abandonCall(one, failure(`No answer within ${formatDuration(limitMs)}; the call was abandoned.`));
    }
  }

  #timeoutMs({ tool }: OpenCall): number {
    return tool?.annotations.timeoutMs ?? this.#ports.agent.settings.toolTimeoutMs;
  }
}
