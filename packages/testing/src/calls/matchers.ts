import type { RunResult } from '@toolwright/contract';
import type { ArgumentsOf, NameOf, PartOf, ToolsOfSource } from '../tool-arguments.js';
import { type RunCalls, refusePromise } from './expect-calls.js';
import { type ExpectedCall, toMadeCall, toWantedCall, type WholeCall } from './expected-call.js';
import { checkCalls, type Expectation } from './find-problem.js';

/**
 * The types of {@link callMatchers}. To add them to `expect`, merge them into the runner's interface: `Matchers` of Vitest, or
 * `jest.Matchers`; see docs/testing.md.
 */
export interface CallMatchers<Source = unknown, Returns = unknown> {
  /** The run called the tool; see `toContain` of `CallExpectation`. */
  toHaveCalled<Name extends NameOf<ToolsOfSource<Source>>>(
    name: Name,
    args?: PartOf<ArgumentsOf<ToolsOfSource<Source>[Name]>>,
  ): Returns;
  /** The run made these calls in this order, perhaps with others between them. */
  toHaveCalledInOrder(...calls: readonly ExpectedCall<ToolsOfSource<Source>>[]): Returns;
  /** The run made these calls in this order, and no others. Given arguments are compared as a whole: `{}` means no arguments. */
  toHaveCalledExactly(...calls: readonly WholeCall<ToolsOfSource<Source>>[]): Returns;
}

type GivenCall = string | readonly [string, unknown];

/**
 * Matchers for `expect.extend` of Jest and Vitest. They check the result of a run; `.not` works with each. They throw a `CallsError` for a
 * Promise, also with `.not`.
 */
export const callMatchers = {
  toHaveCalled: (run: unknown, name: string, args?: unknown) =>
    match(run, { kind: 'contain', calls: [toWantedCall([name, args])] }),
  toHaveCalledInOrder: (run: unknown, ...calls: readonly GivenCall[]) =>
    match(run, { kind: 'in-order', calls: calls.map(toWantedCall) }),
  toHaveCalledExactly: (run: unknown, ...calls: readonly GivenCall[]) =>
    match(run, { kind: 'exactly', calls: calls.map(toWantedCall) }),
};

function match(
  run: unknown,
  expectation: Expectation,
): { readonly pass: boolean; readonly message: () => string } {
  refusePromise(run); // thrown, because `.not` would pass
  if (!isRun(run)) {
    return { pass: false, message: () => 'Expected the result of a run, which has `toolCalls`.' };
  }
  const { passes, message } = checkCalls(run.toolCalls.map(toMadeCall), expectation);
  return { pass: passes, message: () => (passes ? `Not expected, but found.\n${message}` : message) };
}

function isRun(value: unknown): value is RunCalls {
  return (
    typeof value === 'object' && value !== null && Array.isArray((value as Partial<RunResult>).toolCalls)
  );
}
