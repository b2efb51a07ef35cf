import type { RunResult } from '@toolwright/contract';
import type { AgentTool, RunInput } from '@toolwright/core';
import type { CaseData } from './case-data.js';
import type { AnyScorer } from './scorer.js';

/** An `Agent`, or anything else that runs an input and returns the result of the run. */
export interface EvalAgent {
  // `never` accepts the parameters of every agent; the runner passes what the types of the cases have checked.
  run(input: never, options: never): PromiseLike<RunResult>;
}

/** One input and what is expected of its run. */
export interface EvalCase<Input = RunInput, Context = unknown, Expected = unknown>
  extends CaseData<Input, Context, Expected> {
  /** Scorers of this case, in addition to those of the eval. */
  readonly scorers?: readonly AnyScorer<Expected>[];
}

/** A case whose context is required if the tools of the agent need one. */
export type CaseFor<A extends EvalAgent, Expected> =
  undefined extends ContextOfAgent<A>
    ? EvalCase<InputOfAgent<A>, ContextOfAgent<A>, Expected>
    : EvalCase<InputOfAgent<A>, ContextOfAgent<A>, Expected> & { readonly context: ContextOfAgent<A> };

/** What the tools of an agent read as `context.app`; `unknown` if they read nothing, or if this is not known. */
export type ContextOfAgent<A> = A extends { asTool(options?: never): infer Tool }
  ? Tool extends AgentTool<infer App>
    ? App
    : unknown
  : unknown;

/** The input that an agent accepts. */
export type InputOfAgent<A extends EvalAgent> =
  Parameters<A['run']> extends readonly []
    ? RunInput
    : [Parameters<A['run']>[0]] extends [never]
      ? RunInput
      : Parameters<A['run']>[0];
