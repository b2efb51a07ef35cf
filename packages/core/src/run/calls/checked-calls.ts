import {
  type AgentEvent,
  formatDuration,
  LONGEST_TIMER_MS,
  type PendingCall,
  type ToolSpec,
} from '@toolwright/contract';
import { type AskedCall, askAboutCall } from '../../policies/ask-about-call.js';
import { failure } from '../../protocols/format-outcome.js';
import type { RequestedCall } from '../../protocols/tool-call-protocol.js';
import { endsAfterStep, type RunState, type ToolStep } from '../../state/run-state.js';
import type { CallPorts } from '../ports.js';

/** A call and the policies' decision about it. */
export interface CheckedCall {
  /** The call with its current arguments. */
  readonly call: RequestedCall;
  /** Undefined if the model invented the name. */
  readonly tool: ToolSpec | undefined;
  /** Undefined if the policies were not asked. In that case, they do not see the outcome either. */
  readonly asked: AskedCall | undefined;
}

/** The calls of a reply or of another tool, and those that were completed before the run was paused. */
type StepCalls = Pick<ToolStep, 'finished'> & { readonly reply: Pick<ToolStep['reply'], 'calls'> };

/** Checks the calls of one reply before any of them is executed. */
export class CheckedCalls {
  readonly #state: RunState;
  readonly #ports: CallPorts;
  readonly #finished: ReadonlySet<string>;
  readonly #calls: CheckedCall[];
  #isOver = false;
  /** Whether policies changed the arguments of a call. */
  hasChanged = false;
  /** The calls that policies did not decide in time. All sets are created lazily, because most steps ask no policies. */
  #late: Set<string> | undefined;
  /** The calls with a reported late decision. */
  #told: Set<string> | undefined;
  #endAsking: () => void = () => {};
  #timers: Set<NodeJS.Timeout> | undefined;

  constructor(state: RunState, ports: CallPorts, { reply, finished }: StepCalls) {
    this.#state = state;
    this.#ports = ports;
    this.#finished = finished.length === 0 ? NOTHING : new Set(finished.map(({ callId }) => callId));
    this.#calls = reply.calls.map((call) => ({
      call,
      tool: ports.agent.findTool(call.name),
      asked: undefined,
    }));
  }

  get all(): readonly CheckedCall[] {
    return this.#calls;
  }

  /** Asks the policies about all calls that will be executed. Returns undefined if there is nothing to await. */
  ask(): Promise<void> | undefined {
    const waiting: Promise<void>[] = [];
    for (const [index, { call, tool }] of this.#calls.entries()) {
      if (!this.#isDue(call)) continue;
      if (endsAfterStep(this.#state)) break;
      const asked = askAboutCall(this.#state, this.#ports.policies, call, tool, () => this.#ignores(call));
      if (asked instanceof Promise) waiting.push(this.#inTime(index, asked));
      else this.#take(index, asked as AskedCall); // the chain creates only native promises
    }
    if (waiting.length === 0) return undefined;
    const longEnough = new Promise<void>((resolve) => {
      this.#endAsking = resolve;
    });
    return Promise.race([Promise.all(waiting).then(() => {}), longEnough]);
  }

  /** Ends {@link ask}; later policy decisions are ignored. */
  readonly stopAsking = (): void => {
    this.#isOver = true;
    // Otherwise, the timers would keep the process alive until the timeouts of the calls.
    for (const timer of this.#timers ?? []) clearTimeout(timer);
    this.#endAsking();
  };

  /** The calls that a person must decide on. */
  get pending(): readonly PendingCall[] {
    const waiting = this.#calls.filter(({ asked }) => asked?.approval !== undefined);
    return waiting.map(({ call: { id, name, text }, asked }) => {
      const reason = asked?.approval ? { reason: asked.approval } : {};
      return { callId: id, name, arguments: text, ...reason };
    });
  }

  /** Refuses the calls that a person must decide on, because nobody can be asked. */
  refusePending(): void {
    for (const [index, one] of this.#calls.entries()) {
      if (one.asked?.approval === undefined) continue;
      const asked = {
        ...one.asked,
        approval: undefined,
        outcome: failure(NO_APPROVAL),
        refused: true as const,
      };
      this.#calls[index] = { ...one, asked };
    }
  }

  #isDue({ id, problem }: RequestedCall): boolean {
    // For a resumed sub-agent call, policies were asked when the call first started.
    const isResumed = this.#ports.nested?.findResumption(id) !== undefined;
    return problem === undefined && !isResumed && !this.#finished.has(id);
  }

  #take(index: number, asked: AskedCall): void {
    const before = this.#calls[index];
    if (!this.#isOver && !this.#late?.has(asked.call.id)) {
      this.hasChanged ||= asked.call !== before?.call;
      this.#calls[index] = { tool: before?.tool, call: asked.call, asked };
      return;
    }
    const isDecided = asked.outcome !== undefined || asked.approval !== undefined;
    if (isDecided || asked.call !== before?.call) this.#ignores(asked.call);
  }

  /** Waits for the policies until the call's own timeout, after which the call fails. */
  async #inTime(index: number, asked: Promise<AskedCall>): Promise<void> {
    const { call, tool } = this.#calls[index] as CheckedCall; // the index is within the list
    const timeoutMs = tool?.annotations.timeoutMs ?? this.#ports.agent.settings.toolTimeoutMs;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      if (timeoutMs > LONGEST_TIMER_MS) return;
      timer = setTimeout(() => {
        this.#late ??= new Set();
        this.#late.add(call.id);
        const outcome = failure(`No policy decided within ${formatDuration(timeoutMs)}; ${NOT_EXECUTED}`);
        this.#calls[index] = { call, tool, asked: { call, approval: undefined, outcome, late: [] } };
        resolve();
      }, timeoutMs);
      this.#timers ??= new Set();
      this.#timers.add(timer);
    });
    try {
      await Promise.race([asked.then((given) => this.#take(index, given)), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether a decision about a call comes too late. */
  #ignores(call: RequestedCall): boolean {
    if (!this.#isOver && !this.#late?.has(call.id)) return false;
    this.#told ??= new Set();
    if (!this.#told.has(call.id)) this.#ports.events.push(tooLate(call));
    this.#told.add(call.id);
    return true;
  }
}

/** Creates the warning that a policy decided about a completed call. */
export function tooLate({ id, name }: RequestedCall): AgentEvent {
  const message = `A policy decided about the call '${id}' to ${name} after the call had ended. The decision is ignored.`;
  return { type: 'warning', message };
}

const NOTHING: ReadonlySet<string> = new Set();

const NOT_EXECUTED = 'the call was not executed.';
const NO_APPROVAL = "This tool needs a person's approval, but nobody can be asked in this run.";
