import { type CallShape, describeValue, type ToolContext, ToolwrightError } from '@toolwright/contract';
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
 * Receives a method, bound to its object, and returns the function that is called instead. That function receives the arguments of the
 * method in their order, validated and decoded, and the context of the call, even if the method takes none.
 */
export type Wrap = (method: Method, member: WrappedMember) => WrappedMethod;

type Method = (...args: unknown[]) => unknown;
type WrappedMethod = (args: unknown[], context: ToolContext) => unknown;

/**
 * Wraps a method. The function that is returned is an async generator, so that a wrapped generator reports progress like any other, and
 * `callSync` refuses the tool before anything runs.
 * @throws ToolwrightError `INVALID_TOOL` if `wrap` returns something other than a function
 */
export function wrapMethod(
  wrap: Wrap,
  method: Method,
  member: WrappedMember,
): (args: unknown, context: unknown) => AsyncGenerator<unknown, unknown, undefined> {
  const wrapped: unknown = wrap((...args) => Reflect.apply(method, member.target, args), member);
  if (typeof wrapped !== 'function') {
    throw new ToolwrightError(
      'INVALID_TOOL',
      `The option 'wrap' returned ${describeValue(wrapped)} for '${member.name}'.`,
      { blame: 'developer', hint: 'Return a function that takes the arguments of the method.' },
    );
  }
  return async function* (args, context) {
    const result: unknown = await Reflect.apply(wrapped, undefined, [args, context]);
    return isGenerator(result) || isAsyncGenerator(result) ? yield* result : result;
  };
}
