import {
  describeValue,
  isRecord,
  type JsonObject,
  type JsonValue,
  type ToolOutcome,
  type ToolSpec,
} from '@toolwright/contract';
import { isThenable } from '../base/is-thenable.js';
import { withPresentArguments } from '../calls/present-calls.js';
import { CUT_SHORT, failure, NOT_EXECUTED, toOutcome } from '../protocols/format-outcome.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import { stopOf } from './apply-policies.js';
import { frozenCopy } from './frozen-copy.js';
import { frozenTool } from './frozen-tool.js';
import { jsonOf, jsonOutcome } from './json-of.js';
import type { Policy, PolicyCall } from './policy.js';
import type { Passage, Passed, PolicyChain } from './policy-chain.js';
import { isOutcome, noVerdict } from './read-verdict.js';
import { shownOutcomes } from './shown.js';
import type { Awaitable, CallAnswer, LateAnswer } from './verdict.js';

export interface AskedCall {
  /** The call with its current arguments. */
  readonly call: RequestedCall;
  /** The reason for the approval; empty if none was given. Undefined if the call needs no approval. */
  readonly approval: string | undefined;
  /** The outcome, if a policy refused or answered the call. */
  readonly outcome: CallAnswer | undefined;
  /** Whether the outcome is a refusal, which does not come from a tool. */
  readonly refused?: true | undefined;
  /** Policies that are asked for an outcome when the call is about to start. */
  readonly late: readonly { readonly policy: Policy; readonly answer: LateAnswer }[];
}

/** Asks all policies about a call, before any call of the reply is executed. If a policy ends the run, `state.stop` is set. */
export function askAboutCall(
  state: RunState,
  policies: PolicyChain,
  call: RequestedCall,
  tool: ToolSpec | undefined,
  isLate?: () => boolean,
): Awaitable<AskedCall> {
  const { ordinary } = policies;
  if (ordinary !== undefined && isOrdinary(call, tool))
    return { call, approval: undefined, outcome: undefined, late: ordinary };
  const approvedText = state.approved.has(call.id) ? call.text : undefined;
  const describe = ({ call: given, approval }: AskedCall): PolicyCall => ({
    ...toPolicyCall(given, tool, given.text === approvedText),
    asksApproval: approval !== undefined || tool?.annotations.needsApproval === true,
  });
  const passage: Passage<AskedCall, true> = {
    hook: 'beforeTool',
    callId: call.id,
    ask: (policy, asked) => policy.beforeTool?.(shown(describe(asked), policy, policies), policies.info),
    isLate,
    act: ({ kind, value }, asked, policy) => {
      if (kind === 'change') return changedCall(asked, withArguments(asked.call, policy, value), tool);
      if (kind === 'askApproval') return { value: { ...asked, approval: asked.approval || textOf(value) } };
      if (kind === 'answer') return answer(asked, policy, value);
      if (kind === 'end') state.stop ??= stopOf(policy, { kind, value });
      return decided(asked, failure(kind === 'end' ? `The run was ended: ${value}` : value));
    },
    fail: (error, asked) => {
      state.failure ??= { error };
      return decided(asked, failure(NOT_EXECUTED));
    },
  };
  const passed = policies.pass(passage, { call, approval: undefined, outcome: undefined, late: NOTHING });
  const finish = ({ value }: Passed<AskedCall, true>): AskedCall =>
    // An approval is only valid for the exact arguments that the person saw.
    value.approval !== undefined && value.call.text === approvedText
      ? { ...value, approval: undefined }
      : value;
  return passed instanceof Promise ? passed.then(finish) : finish(passed as Passed<AskedCall, true>);
}

/** Whether a call is written in JSON and its tool needs no approval. */
function isOrdinary({ args, isJson }: RequestedCall, tool: ToolSpec | undefined): boolean {
  return (args !== undefined || isJson === true) && tool?.annotations.needsApproval !== true;
}

const NOTHING: AskedCall['late'] = [];

function answer(asked: AskedCall, policy: Policy, value: unknown): Passed<AskedCall, true> {
  // Any value other than a function must be an outcome.
  if (typeof value !== 'function')
    return { value: { ...asked, outcome: toAnswer(policy, value) }, decision: true };
  return { value: { ...asked, late: [...asked.late, { policy, answer: value as LateAnswer }] } };
}

/** Applies changed arguments. The next policy sees their current names, even if this policy used former names. */
function changedCall(
  asked: AskedCall,
  given: RequestedCall,
  tool: ToolSpec | undefined,
): Passed<AskedCall, true> {
  const call = tool === undefined ? given : withPresentArguments(given, tool);
  return call.problem === undefined ? { value: { ...asked, call } } : decided(asked, failure(call.problem));
}

/** Refuses a call, which then needs no approval. */
function decided(asked: AskedCall, outcome: ToolOutcome): Passed<AskedCall, true> {
  return { value: { ...asked, approval: undefined, outcome, refused: true }, decision: true };
}

/**
 * Checks an outcome, because a policy in plain JavaScript may return any value.
 * @throws ToolwrightError `CALLBACK_FAILED` for a value that is not an outcome
 */
function toAnswer(policy: Policy, value: unknown): CallAnswer {
  if (!isOutcome(value))
    throw noVerdict(policy, 'beforeTool', `an answer that returned ${describeValue(value)}`);
  const outcome = jsonOutcome(policy, toOutcome(value));
  const isRepeated = typeof value === 'object' && value !== null && 'repeated' in value && value.repeated;
  return isRepeated ? { ...outcome, repeated: true } : outcome;
}

/** Asks policies for an outcome when the call is about to start. Returns no promise if there is nothing to wait for. */
export function answerLate(
  asked: AskedCall,
  policies: PolicyChain,
  first = 0,
): CallAnswer | undefined | Promise<CallAnswer | undefined> {
  for (let index = first; index < asked.late.length; index++) {
    const { policy, answer } = asked.late[index] as AskedCall['late'][number]; // the index is within the list
    const place = { hook: 'beforeTool', callId: asked.call.id } as const;
    const fail = (thrown: unknown): never => {
      throw policies.failed(policy, place, thrown);
    };
    const take = (given: CallAnswer): CallAnswer => {
      policies.note(policy, place, 'answer');
      // Built-in policies return outcomes that were already checked.
      return policies.isBuiltIn(policy) ? given : toAnswer(policy, given);
    };
    try {
      const given = answer();
      if (given === undefined) continue;
      if (!isThenable(given)) return take(given);
      return Promise.resolve(given)
        .then((later) => later && take(later))
        .catch(fail)
        .then((outcome) => outcome ?? answerLate(asked, policies, index + 1));
    } catch (thrown) {
      return fail(thrown);
    }
  }
  return undefined;
}

/** Applies all policies to the outcome of a tool or a policy. */
export function applyOutcome(
  state: RunState,
  policies: PolicyChain,
  given: ToolOutcome,
  call: PolicyCall,
  isLate?: () => boolean,
): Awaitable<ToolOutcome> {
  const outcomes = shownOutcomes();
  const passed = policies.pass<ToolOutcome, true>(
    {
      hook: 'afterTool',
      callId: call.callId,
      ask: (policy, outcome) => {
        const seen = policies.isBuiltIn(policy) ? outcome : outcomes.of(outcome);
        return policy.afterTool?.(seen, shown(call, policy, policies), policies.info);
      },
      isLate,
      act: ({ kind, value }, outcome, policy) => {
        if (kind === 'change')
          return { value: changed(policy, toOutcome(value), outcome, outcomes.of(outcome)) };
        if (kind === 'end') {
          state.stop ??= stopOf(policy, { kind, value });
          return { value: outcome };
        }
        return { value: failure(String(value)) };
      },
      fail: (error) => {
        state.failure ??= { error };
        return { value: failure(CUT_SHORT) };
      },
    },
    given,
  );
  return passed instanceof Promise
    ? passed.then(({ value }) => value)
    : (passed as Passed<ToolOutcome, true>).value;
}

/** Applies a changed outcome. Untrusted text stays marked. An unchanged result does not have to be JSON. */
function changed(policy: Policy, given: ToolOutcome, before: ToolOutcome, seen: ToolOutcome): ToolOutcome {
  const outcome = before.untrusted ? { ...given, untrusted: true as const } : given;
  if (outcome.error !== null) return outcome;
  const result = Object.is(outcome.result, seen.result) ? before.result : outcome.result;
  return jsonOutcome(policy, { ...outcome, result }, before);
}

export function toPolicyCall(
  { id, parentCallId, name, calledAs, text, args, isJson }: RequestedCall,
  tool: ToolSpec | undefined,
  approved: boolean,
): PolicyCall {
  return {
    callId: id,
    ...(parentCallId && { parentCallId }),
    name,
    ...(calledAs && { calledAs }),
    arguments: text,
    args,
    isJson: args !== undefined || isJson === true,
    tool,
    approved,
  };
}

/** Returns a call for a policy to read. A policy can only change the execution through its verdict. */
function shown(call: PolicyCall, policy: Policy, policies: PolicyChain): PolicyCall {
  return policies.isBuiltIn(policy) ? call : frozenCall(call);
}

/** Returns a frozen copy of a call. Its objects are only copied when they are read. */
function frozenCall(call: PolicyCall): PolicyCall {
  let args: JsonObject | undefined;
  return Object.freeze({
    ...call,
    get args() {
      args ??= frozenCopy(call.args);
      return args;
    },
    get tool() {
      return call.tool && frozenTool(call.tool);
    },
  });
}

/** @throws ToolwrightError `CALLBACK_FAILED` for arguments that JSON cannot represent as an object */
function withArguments(call: RequestedCall, policy: Policy, value: unknown): RequestedCall {
  const text = JSON.stringify(jsonOf(policy, value, 'arguments'));
  const args: JsonValue = JSON.parse(text);
  if (!isRecord(args))
    throw noVerdict(policy, 'beforeTool', `arguments that JSON writes as ${describeValue(args)}`);
  return { ...call, text, args, isExact: undefined, isJson: undefined };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
