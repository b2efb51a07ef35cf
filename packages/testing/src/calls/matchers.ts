import { isRecord } from '@toolwright/contract';
import type { ArgumentsOf, ToolsOfSource } from '@toolwright/tools';
import type { NameOf, PartOf } from '../tool-arguments.js';
import { requireRun } from './expect-calls.js';
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
    args?: PartOf<ArgumentsOf<ToolsOfSource<Source>[Name], true>>,
  ): Returns;
  /** The run made these calls in this order, perhaps with others between them. */
  toHaveCalledInOrder(...calls: readonly ExpectedCall<ToolsOfSource<Source>>[]): Returns;
  /** The run made these calls in this order, and no others. Given arguments are compared as a whole: `{}` means no arguments. */
  toHaveCalledExactly(...calls: readonly WholeCall<ToolsOfSource<Source>>[]): Returns;
}

type GivenCall = string | readonly [string, unknown];

/**
 * Matchers for `expect.extend` of Jest and Vitest. They check the result of a run; `.not` works with each. They throw a `CallsError` for what
 * is no result of a run, such as a Promise, also with `.not`.
 */
export const callMatchers = {
  toHaveCalled(this: unknown, run: unknown, name: string, args?: unknown) {
    const calls = [toWantedCall([name, args])] as const;
    // `none` also knows calls that are corrected before the tool runs.
    const isNot = isRecord(this) && this.isNot === true; // as Jest and Vitest tell it
    if (!isNot) return match(run, { kind: 'contain', calls });
    const { pass, message } = match(run, { kind: 'none', calls });
    return { pass: !pass, message };
  },
  toHaveCalledInOrder: (run: unknown, ...calls: readonly GivenCall[]) =>
    match(run, { kind: 'in-order', calls: calls.map(toWantedCall) }),
  toHaveCalledExactly: (run: unknown, ...calls: readonly GivenCall[]) =>
    match(run, { kind: 'exactly', calls: calls.map(toWantedCall) }),
};

function match(
  run: unknown,
  expectation: Expectation,
): { readonly pass: boolean; readonly message: () => string } {
  requireRun(run); // thrown, because `.not` would pass
  const { passes, message } = checkCalls(run.toolCalls.map(toMadeCall), expectation);
  return { pass: passes, message: () => (passes ? `Not expected, but found.\n${message}` : message) };
}
