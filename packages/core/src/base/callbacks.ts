import {
  type ErrorCode,
  errorMessage,
  isToolwrightError,
  type RunResult,
  ToolwrightError,
} from '@toolwright/contract';
import { isThenable } from './is-thenable.js';

const PROVIDER_CODES: ReadonlySet<ErrorCode> = new Set([
  'AUTHENTICATION',
  'RATE_LIMIT',
  'CONTEXT_TOO_LONG',
  'CONTENT_FILTER',
  'BAD_REQUEST',
  'PROVIDER_TIMEOUT',
  'NETWORK',
  'PROVIDER_FAILED',
  'STREAM_CUT',
  'INVALID_RESPONSE',
]);

/**
 * Whether an error is a mistake of the developer that shows without a request. Such a run cannot start, and throws. Errors thrown
 * by callbacks never count as such, so that a callback fails in the same way at each of its calls.
 */
export function isMistake(error: unknown): boolean {
  return (
    isToolwrightError(error) &&
    error.blame === 'developer' &&
    error.status === undefined &&
    !PROVIDER_CODES.has(error.code) &&
    !isOfCallback(error)
  );
}

function isOfCallback(error: unknown): boolean {
  return isToolwrightError(error) && (error.code === 'CALLBACK_FAILED' || OF_CALLBACKS.has(error));
}

/** Typed errors that callbacks threw. */
const OF_CALLBACKS = new WeakSet<ToolwrightError>();

/** Sets `result` on the error that a run throws. Leaves frozen errors and values that are not objects unchanged. */
export function attachResult(error: unknown, result: RunResult): void {
  if (typeof error !== 'object' || error === null) return;
  try {
    // Not enumerable, so that printing the error does not print the conversation.
    Reflect.defineProperty(error, 'result', { value: result, configurable: true, writable: true });
  } catch {
    // A proxy may refuse the property.
  }
}

/**
 * Calls a synchronous function of the developer.
 * @throws ToolwrightError `CALLBACK_FAILED` if it throws or returns a promise
 */
export function invokeCallback<T>(name: string, work: () => T): T {
  let value: T;
  try {
    value = work();
  } catch (thrown) {
    throw callbackFailed(name, thrown);
  }
  if (!isThenable(value)) return value;
  // Nobody else handles this promise: its rejection would end the process.
  Promise.resolve(value).catch(() => {});
  throw new ToolwrightError('CALLBACK_FAILED', `${name} returned a promise instead of a value.`, {
    blame: 'developer',
    hint: 'Make the function synchronous.',
  });
}

/** Calls a function of an object that may be the library's own, such as a registry: its typed errors are mistakes like any other. */
export function callSource<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw isToolwrightError(thrown) ? thrown : callbackFailed(name, thrown);
  }
}

/** Does work that a run needs before it starts. If a callback fails, the run reports the failure, as it does all others. */
export function prepareRun<T>(work: () => T): {
  readonly value?: T;
  readonly failure?: { readonly error: unknown };
} {
  try {
    return { value: work() };
  } catch (error) {
    if (!isOfCallback(error)) throw error;
    return { failure: { error } };
  }
}

/** Calls a function that returns a text or nothing. */
export function callForText(name: string, work: () => unknown): string | undefined {
  const value = invokeCallback(name, work);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new ToolwrightError(
    'CALLBACK_FAILED',
    `${name} returned a value of type ${typeof value}, not a text.`,
    {
      blame: 'developer',
      hint: 'Return a string; an empty one says nothing.',
    },
  );
}

/** @returns the error itself if it is a typed one */
export function callbackFailed(name: string, thrown: unknown): unknown {
  if (isToolwrightError(thrown)) {
    OF_CALLBACKS.add(thrown);
    return thrown;
  }
  return new ToolwrightError('CALLBACK_FAILED', `${name} threw an error: ${errorMessage(thrown)}`, {
    blame: 'developer',
    hint: 'Correct the function: it must not throw.',
    cause: thrown,
  });
}
