import { type CallShape, describeValue, ToolwrightError } from '@toolwright/contract';
import { isAsyncGenerator, isGenerator } from './generators.js';

/** A method that `registerFrom` registers, as its option `wrap` sees it. */
export interface WrappedMember {
  readonly kind: 'tool' | 'resource';
  /** The name of the tool, with its prefix, or the URI of the resource. */
  readonly name: string;
  /** The name of the method. */
  readonly member: string;
  /** The object, class or module that was registered. */
  readonly target: object;
  /** The parameters of the method. */
  readonly call: CallShape;
}

/**
 * Receives a method, bound to its object, and returns the function that is called instead, with the same positional arguments. They were
 * validated and decoded.
 */
export type Wrap = (
  method: (...args: unknown[]) => unknown,
  member: WrappedMember,
) => (...args: never[]) => unknown;

/**
 * Wraps a method. The function that is returned is an async generator, so that a wrapped generator reports progress like any other, and
 * `callSync` refuses the tool before anything runs.
 * @throws ToolwrightError `INVALID_TOOL` if `wrap` returns something other than a function
 */
export function wrapMethod(
  wrap: Wrap,
  method: (...args: unknown[]) => unknown,
  member: WrappedMember,
): (...args: unknown[]) => AsyncGenerator<unknown, unknown, undefined> {
  const wrapped: unknown = wrap((...args) => Reflect.apply(method, member.target, args), member);
  if (typeof wrapped !== 'function') {
    throw new ToolwrightError(
      'INVALID_TOOL',
      `The option 'wrap' returned ${describeValue(wrapped)} for '${member.name}'.`,
      { blame: 'developer', hint: 'Return a function that takes the arguments of the method.' },
    );
  }
  return async function* (...args) {
    const result: unknown = await Reflect.apply(wrapped, undefined, args);
    return isGenerator(result) || isAsyncGenerator(result) ? yield* result : result;
  };
}
