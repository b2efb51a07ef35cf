import { type LLMResponse, sealMessage, type UserMessage } from '@toolwright/contract';
import { isThenable } from '../base/is-thenable.js';
import { describeBreak, findBreak } from '../memory/paired-history.js';
import { completeResponse } from '../protocols/check-response.js';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import type { RunState, Stop } from '../state/run-state.js';
import type { Policy, PolicyHook } from './policy.js';
import type { Passage, Passed, PolicyChain } from './policy-chain.js';
import { noVerdict, type ReadVerdict } from './read-verdict.js';
import { ownRequest, shownRequests, shownResponses } from './shown.js';
import type { Answer, Awaitable } from './verdict.js';

/** The parts of a run through which policies can stop it or make it wait. */
interface Waiting {
  readonly policies: PolicyChain;
  readonly clock: { waitForPolicy<T>(work: () => Promise<T>): Promise<T> };
}

/** Applies all policies to the input. If a policy refuses it or ends the run, `state.stop` is set. */
export async function applyInput(state: RunState, ports: Waiting, given: UserMessage): Promise<UserMessage> {
  return pass(state, ports, sealMessage(given), {
    hook: 'onInput',
    ask: (policy, input) => policy.onInput?.(input, ports.policies.info),
    act: (verdict, input, policy) => {
      // The verdict was checked, so its value is a user message.
      if (verdict.kind === 'change') return { value: sealMessage(verdict.value as UserMessage) };
      return { value: input, decision: stopOf(policy, verdict) };
    },
  });
}

/** Applies all policies to a request. Also returns the response of a policy that answers instead of the model. */
export async function applyRequest(
  state: RunState,
  ports: Waiting,
  request: ModelRequest,
): Promise<{ readonly request: ModelRequest; readonly answer: LLMResponse | undefined }> {
  let answer: LLMResponse | undefined;
  const requests = shownRequests();
  const changed = await pass(state, ports, request, {
    hook: 'beforeModel',
    ask: (policy, given) => policy.beforeModel?.(requests.of(given), ports.policies.info),
    act: (verdict, given, policy) => {
      // The verdict was checked, so its value has all parts of a request.
      if (verdict.kind === 'change')
        return { value: checkRequest(ownRequest(verdict.value as ModelRequest), given, policy) };
      if (verdict.kind !== 'answer') return { value: given, decision: stopOf(policy, verdict) };
      answer = readAnswer(verdict.value, policy);
      return { value: given, decision: ANSWERED };
    },
  });
  return { request: changed, answer };
}

/** Checks changed messages, which must be acceptable to providers because they are sent as they are. */
function checkRequest(request: ModelRequest, { messages }: ModelRequest, policy: Policy): ModelRequest {
  const broken = request.messages === messages ? undefined : findBreak(request.messages);
  if (broken === undefined) return request;
  throw noVerdict(policy, 'beforeModel', `a request in which '${describeBreak(broken)}`);
}

function readAnswer(given: unknown, policy: Policy): LLMResponse {
  return checkMade(typeof given === 'string' ? { content: given } : given, policy, 'beforeModel');
}

/** @throws ToolwrightError `CALLBACK_FAILED` for a value that is not a response */
function checkMade(value: unknown, policy: Policy, hook: PolicyHook): LLMResponse {
  return completeResponse(value, (what, expected) => noVerdict(policy, hook, `${what}, not ${expected},`));
}

/** Applies all policies to a response. If a policy ends the run, `state.stop` is set. */
export async function applyResponse(
  state: RunState,
  ports: Waiting,
  response: LLMResponse,
): Promise<LLMResponse> {
  const responses = shownResponses();
  return pass(state, ports, response, {
    hook: 'afterModel',
    ask: (policy, given) => policy.afterModel?.(responses.of(given), ports.policies.info),
    act: (verdict, given, policy) =>
      verdict.kind === 'change'
        ? { value: checkMade(verdict.value, policy, 'afterModel') }
        : { value: given, decision: stopOf(policy, verdict) },
  });
}

/**
 * Applies all policies to the answer. Also returns the refusal of a policy that requires another answer.
 * @param change creates the answer that a policy requests
 */
export async function applyOutput(
  state: RunState,
  ports: Waiting,
  given: Answer,
  change: (wanted: Answer, before: Answer, policy: Policy) => Awaitable<Answer>,
): Promise<{ readonly answer: Answer; readonly refusal: Stop | undefined }> {
  let refusal: Stop | undefined;
  const answer = await pass(state, ports, given, {
    hook: 'onOutput',
    ask: (policy, answer) => policy.onOutput?.(answer, ports.policies.info),
    act: (verdict, answer, policy) => {
      if (verdict.kind === 'change') {
        const changed = change(verdict.value as Answer, answer, policy); // the verdict was checked to have a text
        return isThenable(changed)
          ? Promise.resolve(changed).then((value) => ({ value }))
          : { value: changed };
      }
      const stop = stopOf(policy, verdict);
      if (verdict.kind !== 'refuse') return { value: answer, decision: stop };
      refusal = stop;
      return { value: answer, decision: ANSWERED };
    },
  });
  return { answer, refusal };
}

/** The decision of a policy that answered or refused; the run continues. */
const ANSWERED = 'answered';

async function pass<T>(
  state: RunState,
  { policies, clock }: Waiting,
  given: T,
  passage: Passage<T, Stop | typeof ANSWERED>,
): Promise<T> {
  const passing = policies.pass(passage, given);
  const passed: Passed<T, Stop | typeof ANSWERED> =
    passing instanceof Promise ? await clock.waitForPolicy(() => passing) : (passing as typeof passed);
  if (passed.decision !== undefined && passed.decision !== ANSWERED) state.stop = passed.decision;
  return passed.value;
}

/** Returns the stop that a policy causes by refusing or by ending the run. */
export function stopOf({ name }: Policy, { kind, value }: ReadVerdict): Stop {
  return { by: name, reason: String(value), status: kind === 'refuse' ? 'refused' : 'stopped' };
}
