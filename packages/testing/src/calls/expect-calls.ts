import { isRecord, type RunResult } from '@toolwright/contract';
import type { ArgumentsOf, ToolsOfSource } from '@toolwright/tools';
import type { NameOf, PartOf } from '../tool-arguments.js';
import { type ExpectedCall, toMadeCall, toWantedCall, type WholeCall } from './expected-call.js';
import { checkCalls, type Expectation } from './find-problem.js';

/** The calls of a run: its result. */
export type RunCalls = Pick<RunResult, 'toolCalls'>;

/**
 * Checks of the tool calls of a run. Each returns the same object, so that they can be chained, and throws a {@link CallsError} that shows
 * the calls beside what was expected. Expected arguments are a part of the call's: an object may have more members.
 */
export interface CallExpectation<Tools> {
  /** At least one call of the tool, with these arguments. */
  toContain<Name extends NameOf<Tools>>(name: Name, args?: PartOf<ArgumentsOf<Tools[Name], true>>): this;
  /** These calls in this order. There may be others between them. */
  inOrder(...calls: readonly ExpectedCall<Tools>[]): this;
  /** These calls in this order, and no others. Given arguments are compared as a whole: `{}` means no arguments. */
  exactly(...calls: readonly WholeCall<Tools>[]): this;
  /** No call of the tool with these arguments; without a name, no calls at all. */
  none<Name extends NameOf<Tools>>(name?: Name, args?: PartOf<ArgumentsOf<Tools[Name], true>>): this;
}

/** Thrown by {@link expectCalls}. Test runners show it as a failed assertion. */
export class CallsError extends Error {
  override readonly name = 'AssertionError';
}

/**
 * Checks the tool calls of a run with any test runner.
 * @typeParam Source `typeof registry`, so that the compiler checks names and arguments. Default: any calls.
 */
export function expectCalls<Source = unknown>(run: RunCalls): CallExpectation<ToolsOfSource<Source>> {
  requireRun(run);
  const made = run.toolCalls.map(toMadeCall);
  const check = (expectation: Expectation) => {
    const { passes, message } = checkCalls(made, expectation);
    if (!passes) throw new CallsError(message);
    return checks;
  };
  const checks: CallExpectation<ToolsOfSource<Source>> = {
    toContain: (name, args) => check({ kind: 'contain', calls: [toWantedCall([name, args])] }),
    inOrder: (...calls) => check({ kind: 'in-order', calls: calls.map(toWantedCall) }),
    exactly: (...calls) => check({ kind: 'exactly', calls: calls.map(toWantedCall) }),
    none: (name, args) =>
      check({ kind: 'none', calls: name === undefined ? [] : [toWantedCall([name, args])] }),
  };
  return checks;
}

/** @throws CallsError for what is no result of a run and so has no calls, such as a Promise, a stream or a list of calls */
export function requireRun(run: unknown): asserts run is RunCalls {
  if (isRecord(run) && typeof run.then === 'function') throw new CallsError('Await the run: got a Promise.');
  const calls = isRecord(run) ? run.toolCalls : undefined;
  if (!Array.isArray(calls))
    throw new CallsError(`Expected the result of a run, which has \`toolCalls\`: got ${describeValue(run)}.`);
}

function describeValue(value: unknown): string {
  return value === null || value === undefined ? String(value) : Object.prototype.toString.call(value);
}
