import {
  PAUSED_RUN_VERSION,
  type PausedRun,
  type PendingCall,
  type ToolCallRecord,
  type ToolContext,
  type ToolOutcome,
  type ToolSpec,
  unknownToolMessage,
} from '@toolwright/contract';
import { maskSecretsIn } from '@toolwright/redaction';
import { readPausedCalls } from '../../approval/check-paused-calls.js';
import { type ApprovalDecisions, applyDecision } from '../../approval/decision.js';
import { findStaleCall, holdTools } from '../../approval/held-tools.js';
import { innerId, pendingOf, resumptionsOf } from '../../approval/nested-runs.js';
import type { MadeCall, PausedCalls } from '../../approval/paused-calls.js';
import type { ActiveAgent } from '../../delegation/active-agent.js';
import { type OpenCall, ToolState } from '../../delegation/tool-state.js';
import { failure } from '../../protocols/format-outcome.js';
import type { RequestedCall } from '../../protocols/tool-call-protocol.js';
import { endsAfterStep, type RunState } from '../../state/run-state.js';
import { toWritable } from '../pause-run.js';
import type { CallPorts, Ports } from '../ports.js';
import { addCall } from '../record.js';
import { CallBatch } from './call-batch.js';
import { CheckedCalls } from './checked-calls.js';
import type { InnerCall, InnerCalls, InnerOutcome } from './inner-call-types.js';
import { isSameCall, relative, relativeId, stalePlan, staleProgram } from './same-calls.js';
import { untilAborted } from './until-aborted.js';

/** The calls of one step of a tool, with the arguments that the tool gave. */
interface InnerStep {
  readonly texts: readonly string[];
  readonly calls: readonly RequestedCall[];
  readonly finished: readonly ToolCallRecord[];
}

/**
 * Returns the calls that the tool of a call makes; undefined outside a run. Call it once for each execution of the tool.
 * @throws ToolwrightError `INVALID_RUN` if the run was paused by something else
 */
export function innerCallsOf({
  state,
  callId,
}: Pick<ToolContext, 'state' | 'callId'>): InnerCalls | undefined {
  const link = ToolState.linkOf(state);
  const open = link?.open.get(callId);
  if (link === undefined || open === undefined) return undefined;
  // `openRun` creates all links; their type is in a room below.
  const [runState, ports] = link.parts() as readonly [RunState, Ports];
  const calls = new RunInnerCalls(runState, ports, { id: callId, ...open });
  open.end = calls.end;
  return calls;
}

/** Executes the calls that a tool makes in the run that called it. */
class RunInnerCalls implements InnerCalls {
  readonly #state: RunState;
  readonly #ports: CallPorts;
  readonly #agent: ActiveAgent;
  readonly #callId: string;
  readonly #caller: string;
  readonly #ended = new AbortController();
  /** The calls that ended, for a later pause. */
  readonly #made: MadeCall[] = [];
  /** The values that were taken, for a later pause. */
  readonly #taken: Record<string, ToolOutcome> = {};
  /** The calls before the pause that this execution of the tool continues. */
  readonly #before: PausedCalls | undefined;
  readonly #decisions: ApprovalDecisions;
  #count = 0;

  constructor(state: RunState, ports: Ports, { id: callId, toolName }: OpenTool) {
    this.#state = state;
    this.#callId = callId;
    this.#caller = toolName;
    this.#agent = ports.agent;
    const { clock } = ports;
    const signal = AbortSignal.any([clock.signal, this.#ended.signal]);
    this.#ports = {
      ...ports,
      agent: this.#callerPort(),
      clock: {
        signal,
        get now() {
          return clock.now;
        },
      },
    };
    const resumption = ports.nested?.findResumption(callId);
    try {
      this.#before = resumption && readPausedCalls(resumption.paused, callId);
    } catch (error) {
      throw this.#fail(error);
    }
    this.#decisions = resumption?.decisions ?? {};
    if (this.#before !== undefined) {
      const { nested } = this.#before;
      const inner = Object.entries(nested).map(([id, run]) => [innerId(callId, id), run] as const);
      const own = Object.entries(this.#decisions).map(([id, one]) => [innerId(callId, id), one] as const);
      ports.nested?.resume(resumptionsOf(Object.fromEntries(inner), Object.fromEntries(own)));
    }
  }

  /** Ends the calls in progress; the tool can make no more. */
  readonly end = (): void => this.#ended.abort();

  async take(name: string, produce: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    const { agent, clock, context, toolState: state } = this.#ports;
    const { taken = {} } = this.#before ?? {};
    const known = Object.hasOwn(taken, name) ? taken[name] : undefined;
    const outcome =
      known ??
      (await agent.settings.tools.execute(
        name,
        {},
        {
          signal: clock.signal,
          callId: innerId(this.#callId, name),
          state,
          context,
          timeoutMs: Number.POSITIVE_INFINITY,
          onProgress: () => {},
          onLog: () => {},
          inner: this.#caller,
          produce,
        },
      ));
    this.#taken[name] = outcome;
    return outcome;
  }

  async run(given: readonly InnerCall[]): Promise<readonly InnerOutcome[] | 'paused' | 'stopped'> {
    const calls = given.map((call) => this.#toRequest(call));
    const known = this.#findMade(calls);
    if (known !== undefined) return known;
    const { clock, nested } = this.#ports;
    if (this.#isOver()) return 'stopped';
    const step = this.#findPaused(calls) ?? { texts: calls.map(({ text }) => text), calls, finished: [] };
    const ports = this.#ports;
    const checked = new CheckedCalls(this.#state, ports, { reply: step, finished: step.finished });
    await untilAborted(clock.signal, checked.ask(), checked.stopAsking);
    const { pending } = checked;
    const asked = { ...step, calls: checked.all.map(({ call }) => call) };
    if (pending.length > 0 && !endsAfterStep(this.#state)) {
      if (nested !== undefined) return this.#pause(asked, pending, {});
      checked.refusePending();
    }
    const batch = new CallBatch(this.#state, ports, checked.all, step.finished);
    for (const event of batch.events) this.#ports.events.push(event);
    this.#ports.events.logPushed();
    const abandon = () => batch.abandon(this.#ended.signal.aborted ? failure(ABANDONED) : undefined);
    await untilAborted(clock.signal, batch.start(), abandon);
    const waiting = this.#isOver() ? undefined : batch.findNested();
    if (waiting !== undefined)
      return this.#pause(
        { ...asked, finished: batch.records() },
        relative(pendingOf(waiting), this.#callId),
        waiting,
      );
    const answers = abandon();
    const made = answers.map(({ record, text }, index): MadeCall => {
      addCall(this.#state, this.#ports, record, text);
      this.#markUntrusted(record);
      const note = asked.calls[index]?.note?.trim();
      return { text: step.texts[index] ?? record.arguments, record, ...(note && { note }) };
    });
    this.#made.push(...made);
    return this.#isOver() ? 'stopped' : made.map(toInnerOutcome);
  }

  /** Ends the run with an error, on which the tool cannot act. */
  #fail(error: unknown): unknown {
    this.#state.failure ??= { error };
    return error;
  }

  #isOver(): boolean {
    return this.#ports.clock.signal.aborted || endsAfterStep(this.#state);
  }

  /** The answer of a tool is untrusted if the tool read untrusted text. */
  #markUntrusted({ outcome }: ToolCallRecord): void {
    if (outcome.untrusted) ToolState.linkOf(this.#ports.toolState)?.untrusted.add(this.#callId);
  }

  #innerTools(): readonly ToolSpec[] {
    return this.#agent.listInnerTools(this.#caller);
  }

  /** What executes the calls: the tools that models do not see. Other names are not executed, whatever the source has. */
  #callerPort(): CallPorts['agent'] {
    const { settings } = this.#agent;
    const find = (name: string) => this.#innerTools().find((tool) => tool.name === name);
    return {
      settings,
      findTool: find,
      execute: async (name, args, execution) => {
        if (find(name) !== undefined)
          return settings.tools.execute(name, args, { ...execution, inner: this.#caller });
        const names = this.#innerTools().flatMap((tool) => (tool.internal ? [] : tool.name));
        return failure(unknownToolMessage(name, names));
      },
    };
  }

  #toRequest({ name, args }: InnerCall): RequestedCall {
    this.#count += 1;
    const id = innerId(this.#callId, String(this.#count));
    return { id, name, parentCallId: this.#callId, text: JSON.stringify(args), args };
  }

  /** Returns the outcomes of calls that ended before the pause. */
  #findMade(calls: readonly RequestedCall[]): readonly InnerOutcome[] | undefined {
    const before = this.#before?.made.slice(this.#made.length, this.#made.length + calls.length) ?? [];
    if (before.length === 0) return undefined;
    for (const [index, call] of calls.entries()) {
      const made = before[index];
      const isSame = made !== undefined && isSameCall(call, { ...made.record, text: made.text });
      if (!isSame) throw this.#fail(staleProgram(call, made?.record.name));
    }
    this.#made.push(...before);
    for (const { record } of before) this.#markUntrusted(record);
    return before.map(toInnerOutcome);
  }

  /** Returns the step on which the run paused, with the person's decisions. */
  #findPaused(calls: readonly RequestedCall[]): InnerStep | undefined {
    const { calls: waiting, texts, finished, made, held } = this.#before ?? {};
    if (waiting === undefined || texts === undefined || made?.length !== this.#made.length) return undefined;
    for (const [index, call] of calls.entries()) {
      const before = waiting[index];
      const isSame =
        before !== undefined && isSameCall(call, { ...before, callId: before.id, text: texts[index] });
      if (!isSame || calls.length !== waiting.length) throw this.#fail(staleProgram(call, before?.name));
    }
    const decided = waiting.map((call) =>
      applyDecision(call, this.#decisions[relativeId(call.id, this.#callId)]),
    );
    for (const { id, name, args, text, problem } of decided) {
      const tool = held?.[name];
      const stale =
        problem === undefined &&
        tool &&
        findStaleCall({ name, args: args ?? text }, tool, this.#innerTools());
      if (stale) throw this.#fail(stalePlan(id, stale));
    }
    return { texts, calls: decided, finished: finished ?? [] };
  }

  #pause(
    { texts, calls, finished }: InnerStep,
    pending: readonly PendingCall[],
    nested: PausedCalls['nested'],
  ): 'paused' {
    const names = calls.map(({ name }) => name);
    const inner: PausedCalls = {
      taken: this.#taken,
      made: this.#made.map((call) => ({ ...call, record: toWritable(call.record) })),
      texts,
      calls,
      finished: finished.map(toWritable),
      nested: Object.fromEntries(
        Object.entries(nested).map(([id, run]) => [relativeId(id, this.#callId), run]),
      ),
      held: holdTools(this.#innerTools(), names),
    };
    const data = maskSecretsIn(JSON.parse(JSON.stringify({ inner })));
    const { runId, agent } = this.#state;
    const run: PausedRun = {
      version: PAUSED_RUN_VERSION,
      runId,
      agent,
      pending: relative(pending, this.#callId),
      data,
    };
    this.#ports.nested?.pause(this.#callId, run);
    return 'paused';
  }
}

/** The call whose tool makes calls. */
type OpenTool = OpenCall & { readonly id: string };

function toInnerOutcome({ record: { outcome }, note }: MadeCall): InnerOutcome {
  return note === undefined ? outcome : { ...outcome, note };
}

const ABANDONED = 'The program ended before this call was finished. The call may have been executed.';
