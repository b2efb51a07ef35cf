import {
  type AgentEvent,
  errorMessage,
  type PolicyEvent,
  type Thrown,
  type ToolwrightError,
  withThrown,
} from '@toolwright/contract';
import { secretMask } from '@toolwright/redaction';
import { callbackFailed } from '../base/callbacks.js';
import { isThenable } from '../base/is-thenable.js';
import type { BuiltInPolicy } from './built-in-policy.js';
import { cleanError, cleanWith } from './clean-error.js';
import type { Clean } from './clean-texts.js';
import type { Policy, PolicyHook, PolicyInfo } from './policy.js';
import { holdsText, type OwnAnswer, ordinaryAnswers, seesCalls, sortByHook } from './policy-order.js';
import { type ReadVerdict, readVerdict } from './read-verdict.js';
import type { Awaitable } from './verdict.js';

/** A value after a policy was asked about it. Unless the policy made a decision, the next policy is asked. */
export interface Passed<T, Decision> {
  readonly value: T;
  readonly decision?: Decision | undefined;
}

/** Describes how the policies of one hook are asked. */
export interface Passage<T, Decision> {
  readonly hook: PolicyHook;
  readonly callId?: string | undefined;
  readonly ask: (policy: Policy, value: T) => unknown;
  readonly act: (
    verdict: ReadVerdict,
    value: T,
    policy: Policy,
  ) => Passed<T, Decision> | Promise<Passed<T, Decision>>;
  /** Whether the value is no longer needed, so that a decision is ignored. */
  readonly isLate?: (() => boolean) | undefined;
  /** Called with the error for the run if a policy throws. Default: throws it. */
  readonly fail?: ((error: unknown, value: T) => Passed<T, Decision>) | undefined;
}

interface EventSink {
  push(event: AgentEvent): void;
}

const ACTIONS = {
  change: 'change',
  answer: 'answer',
  askApproval: 'ask-approval',
  refuse: 'refuse',
  end: 'end',
} as const satisfies Record<ReadVerdict['kind'], PolicyEvent['action']>;

/** The policies of a run by hook, in the order in which they are asked. */
export class PolicyChain {
  /** Whether the text of a reply is held back until policies have seen it. */
  holdsText: boolean;
  /** Whether policies of the agent or the run options see calls, results or error messages. */
  seesCalls: boolean;
  /** The first failure of a `cleanText`, which ends the run. Texts are then withheld. */
  cleaningFailure: unknown;
  #hooks: Readonly<Record<PolicyHook, readonly Policy[]>>;
  #cleanText: Clean | undefined;
  /** The answers for an ordinary call when it is about to start; undefined if policies must be asked about each call. */
  ordinary: readonly OwnAnswer[] | undefined;
  readonly #builtIn: readonly BuiltInPolicy[];
  readonly #given: readonly Policy[];
  /** The given policies and those of an agent that took over. */
  #inForce: readonly Policy[];
  readonly #events: EventSink;
  readonly #makeInfo: () => PolicyInfo;
  #info: PolicyInfo | undefined;

  /**
   * @param builtIn the policies closest to the model and the tools; they have their own events, such as `approval-request`
   * @param given the policies of the agent, then of the run, then of enclosing runs
   * @param makeInfo called when the first policy is asked
   */
  constructor(
    builtIn: readonly BuiltInPolicy[],
    given: readonly Policy[],
    makeInfo: () => PolicyInfo,
    events: EventSink,
  ) {
    this.#builtIn = builtIn;
    this.#events = events;
    this.#makeInfo = makeInfo;
    this.#given = given;
    this.#inForce = given;
    this.#hooks = sortByHook(given.length === 0 ? builtIn : [...builtIn, ...given]);
    this.ordinary = ordinaryAnswers(builtIn, given);
    this.holdsText = given.some(holdsText);
    this.#cleanText = this.#cleaningOf(given);
    this.seesCalls = given.some(seesCalls);
  }

  /** The information for hooks; one object per run. */
  get info(): PolicyInfo {
    this.#info ??= this.#makeInfo();
    return this.#info;
  }

  /** Cleans texts that the run reports, through policies and secret masking; undefined if neither applies. */
  get cleanText(): Clean | undefined {
    const clean = this.#cleanText;
    const mask = secretMask();
    if (mask === undefined || clean === undefined) return clean ?? mask;
    return (text) => mask(clean(text));
  }

  /** The names of the given policies. */
  get names(): readonly string[] {
    return this.#given.map(({ name }) => name);
  }

  /** The policies that also apply to sub-agent runs, including those of an agent that took over. */
  get inherited(): readonly Policy[] {
    return this.#inForce.filter(({ subAgents }) => subAgents);
  }

  get builtInNames(): readonly string[] {
    return this.#builtIn.map(({ name }) => name);
  }

  /** Cleans an error that the run reports. */
  clean(thrown: ToolwrightError): ToolwrightError;
  clean(thrown: unknown): unknown;
  clean(thrown: unknown): unknown {
    // The key that the error mentions may have been added to the environment after the run started.
    secretMask(String(thrown));
    const { cleanText } = this;
    return cleanText === undefined ? thrown : cleanError(thrown, cleanText);
  }

  /**
   * Adds the policies of an agent that took over, closer to the model than those of the run. Policies that the run already has are
   * not added again, for example when the conversation returns to its first agent.
   */
  takeOver(policies: readonly Policy[]): void {
    const given = [...policies.filter((policy) => !this.#given.includes(policy)), ...this.#given];
    this.#inForce = given;
    this.#hooks = sortByHook([...this.#builtIn, ...given]);
    this.ordinary = ordinaryAnswers(this.#builtIn, given);
    this.holdsText = given.some(holdsText);
    this.#cleanText = this.#cleaningOf(given);
    this.seesCalls = given.some(seesCalls);
  }

  /** Whether a policy is built in. Built-in policies never mutate values, so they need no copies. */
  isBuiltIn(policy: Policy): boolean {
    return this.#builtIn.includes(policy);
  }

  has(hook: PolicyHook): boolean {
    return this.#hooks[hook].length > 0;
  }

  /** Asks the policies one after another. Returns synchronously unless a policy returns a promise. */
  pass<T, Decision>(passage: Passage<T, Decision>, given: T, from = 0): Awaitable<Passed<T, Decision>> {
    const policies = this.#hooks[passage.hook];
    let value = given;
    for (let index = from; index < policies.length; index++) {
      const policy = policies[index] as Policy; // the index is within the list
      const passed = this.#askOne(policy, passage, value);
      if (passed instanceof Promise) {
        return passed.then((one) =>
          one.decision === undefined ? this.pass(passage, one.value, index + 1) : one,
        );
      }
      if (passed.decision !== undefined) return passed;
      value = passed.value;
    }
    return { value };
  }

  #askOne<T, Decision>(
    policy: Policy,
    passage: Passage<T, Decision>,
    value: T,
  ): Passed<T, Decision> | Promise<Passed<T, Decision>> {
    try {
      const given = passage.ask(policy, value);
      const passed = isThenable(given)
        ? Promise.resolve(given).then((later) => this.#act(policy, passage, value, later))
        : this.#act(policy, passage, value, given);
      if (!(passed instanceof Promise)) return passed;
      return passed.catch((thrown) => this.#fail(policy, passage, value, thrown));
    } catch (thrown) {
      return this.#fail(policy, passage, value, thrown);
    }
  }

  #act<T, Decision>(
    policy: Policy,
    passage: Passage<T, Decision>,
    value: T,
    given: unknown,
  ): Passed<T, Decision> | Promise<Passed<T, Decision>> {
    if (given === undefined || given === null || passage.isLate?.()) return { value };
    const verdict = readVerdict(policy, passage.hook, given);
    const passed = passage.act(verdict, value, policy);
    if (!(passed instanceof Promise)) return this.#noteVerdict(policy, passage, verdict, passed);
    return passed.then((one) => this.#noteVerdict(policy, passage, verdict, one));
  }

  #noteVerdict<Ended>(
    policy: Policy,
    passage: Pick<Passage<unknown, unknown>, 'hook' | 'callId'>,
    verdict: ReadVerdict,
    passed: Ended,
  ): Ended {
    const reason = typeof verdict.value === 'string' && verdict.kind !== 'answer' ? verdict.value : undefined;
    // If the answer is a function, it is only reported once it returns an outcome.
    if (typeof verdict.value !== 'function') this.note(policy, passage, ACTIONS[verdict.kind], { reason });
    return passed;
  }

  #fail<T, Decision>(
    policy: Policy,
    passage: Passage<T, Decision>,
    value: T,
    thrown: unknown,
  ): Passed<T, Decision> {
    if (passage.isLate?.()) return { value };
    const error = this.failed(policy, passage, thrown);
    if (passage.fail !== undefined) return passage.fail(error, value);
    throw error;
  }

  #cleaningOf(policies: readonly Policy[]): Clean | undefined {
    const cleaning = policies.filter(({ cleanText }) => cleanText !== undefined);
    const note = (failure: unknown): void => {
      this.cleaningFailure ??= failure;
    };
    if (cleaning.length === 0) return undefined;
    return (text) => cleaning.reduce((left, policy) => cleanWith(left, policy, note), text);
  }

  /** Reports that a policy has failed. Returns the error that ends the run. */
  failed(
    policy: Policy,
    passage: Pick<Passage<unknown, unknown>, 'hook' | 'callId'>,
    thrown: unknown,
  ): unknown {
    this.note(policy, passage, 'fail', { reason: errorMessage(thrown), thrown: { value: thrown } });
    return callbackFailed(`The policy '${policy.name}'`, thrown);
  }

  /** Reports that a policy has acted. */
  note(
    policy: Policy,
    { hook, callId }: Pick<Passage<unknown, unknown>, 'hook' | 'callId'>,
    action: PolicyEvent['action'],
    { reason, thrown }: { readonly reason?: string | undefined; readonly thrown?: Thrown } = {},
  ): void {
    if (this.isBuiltIn(policy)) return;
    const event: PolicyEvent = {
      type: 'policy',
      policy: policy.name,
      hook,
      action,
      ...(callId !== undefined && { callId }),
      ...(reason !== undefined && { reason }),
    };
    this.#events.push(withThrown(event, thrown));
  }
}
