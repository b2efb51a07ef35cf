import type { LLMResponse, ToolOutcome, ToolSpec, UserMessage } from '@toolwright/contract';
import type { ModelRequest, RequestedCall } from '../protocols/tool-call-protocol.js';
import { callBack, callbackFailed } from '../run/run-failure.js';
import type { RunState } from '../run/run-state.js';

/**
 * A rule that a run keeps. Policies stand in a list around the model and the tools, the first one nearest: `onInput`, `beforeModel` and
 * `beforeTool` run from last to first, all other hooks from first to last. A policy that throws in `beforeTool` or `afterTool` answers
 * that call with its error; in any other hook it ends the run.
 */
export interface Policy {
  /** Names the policy in errors. */
  readonly name: string;
  /** Changes the input before it joins the history. */
  onInput?(input: UserMessage, state: RunState): UserMessage;
  /** Changes a request before the protocol prepares it. */
  beforeModel?(request: ModelRequest, state: RunState): ModelRequest | Promise<ModelRequest>;
  /** Changes a response before the protocol reads it. */
  afterModel?(response: LLMResponse, state: RunState): LLMResponse | Promise<LLMResponse>;
  /** Asked about all calls of a reply before `beforeTool` of any. If one policy says true, the run pauses for a person. */
  needsApproval?(context: CallContext): boolean;
  /**
   * Answers a call in place of its tool; undefined asks the next policy, and after the last one executes the tool. The first answer
   * wins: a policy that stands behind `toolCallLimit` in the list answers before that has counted the call.
   */
  beforeTool?(context: CallContext): ToolAnswer | undefined | Promise<ToolAnswer | undefined>;
  /**
   * Changes the outcome of a call, also of one that was given up, or that another policy answered before this one was asked. A call
   * whose sub-agent waits for a person has an error as its outcome; its later result is not shown.
   */
  afterTool?(outcome: ToolOutcome, context: CallContext): ToolOutcome;
  /** Sees the answer before it ends the run; throws to refuse it. */
  onOutput?(answer: string, state: RunState): void;
}

/** A call that a policy is asked about. */
export interface CallContext {
  readonly call: RequestedCall;
  /** Undefined if the model has made up the name. */
  readonly tool: ToolSpec | undefined;
  readonly state: RunState;
}

export interface ToolAnswer {
  readonly outcome: ToolOutcome;
  /** The answer is that of an earlier call. */
  readonly repeated?: true | undefined;
}

export function applyInput(policies: readonly Policy[], input: UserMessage, state: RunState): UserMessage {
  return policies.reduceRight(
    (message, policy) => callBack(nameOf(policy), () => policy.onInput?.(message, state) ?? message),
    input,
  );
}

export function applyRequest(
  policies: readonly Policy[],
  request: ModelRequest,
  state: RunState,
): Promise<ModelRequest> {
  return pass(policies.toReversed(), request, (policy, given) => policy.beforeModel?.(given, state));
}

export function applyResponse(
  policies: readonly Policy[],
  response: LLMResponse,
  state: RunState,
): Promise<LLMResponse> {
  return pass(policies, response, (policy, given) => policy.afterModel?.(given, state));
}

export function applyOutput(policies: readonly Policy[], answer: string, state: RunState): void {
  for (const policy of policies) callBack(nameOf(policy), () => policy.onOutput?.(answer, state));
}

async function pass<T>(
  policies: readonly Policy[],
  given: T,
  change: (policy: Policy, value: T) => T | undefined | Promise<T>,
): Promise<T> {
  let value = given;
  for (const policy of policies) {
    try {
      value = (await change(policy, value)) ?? value;
    } catch (thrown) {
      throw callbackFailed(nameOf(policy), thrown);
    }
  }
  return value;
}

function nameOf({ name }: Policy): string {
  return `The policy '${name}'`;
}
