import {
  type ErrorCode,
  errorMessage,
  isToolwrightError,
  type RunResult,
  ToolwrightError,
} from '@toolwright/contract';
import { isThenable } from './is-thenable.js';

/** Codes of failed requests. */
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
 * Whether an error is a mistake of the developer that shows without a request: such a run could not start, and throws. What a callback
 * throws never is one, so that a callback fails in the same way at each of its calls.
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

/** Whether a function of the developer has failed. */
function isOfCallback(error: unknown): boolean {
  return isToolwrightError(error) && (error.code === 'CALLBACK_FAILED' || OF_CALLBACKS.has(error));
}

/** Typed errors that callbacks have thrown. */
const OF_CALLBACKS = new WeakSet<ToolwrightError>();

/** Sets `result` on the error that a run throws. A frozen error, or a value that is not an object, stays as it is. */
export function attachResult(error: unknown, result: RunResult): void {
  if (typeof error !== 'object' || error === null) return;
  try {
    // Not enumerable, so that nothing that prints the error prints the conversation.
    Reflect.defineProperty(error, 'result', { value: result, configurable: true, writable: true });
  } catch {
    // A proxy that takes nothing.
  }
}

/**
 * Calls a synchronous function of the developer.
 * @throws ToolwrightError `CALLBACK_FAILED`, also for a promise
 */
export function invokeCallback<T>(name: string, work: () => T): T {
  let value: T;
  try {
    value = work();
  } catch (thrown) {
    throw callbackFailed(name, thrown);
  }
  if (!isThenable(value)) return value;
  // Nobody else waits for it: a rejection would end the process.
  Promise.resolve(value).catch(() => {});
  throw new ToolwrightError('CALLBACK_FAILED', `${name} returned a promise; its value is needed at once.`, {
    blame: 'developer',
    hint: 'Make the function synchronous.',
  });
}

/** The same for a function of an object that may be one of the library's, such as a registry: its typed errors are mistakes like any other. */
export function callSource<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw isToolwrightError(thrown) ? thrown : callbackFailed(name, thrown);
  }
}

/** Work that a run needs before it starts. The failure of a callback is left to the run, which reports it as it does all others. */
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

/** The same for a function that returns a text, or nothing. */
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

/** @returns the error itself where it is typed */
export function callbackFailed(name: string, thrown: unknown): unknown {
  if (isToolwrightError(thrown)) {
    OF_CALLBACKS.add(thrown);
    return thrown;
  }
  return new ToolwrightError('CALLBACK_FAILED', `${name} threw an error: ${errorMessage(thrown)}`, {
    blame: 'developer',
    hint: 'Correct the function; it must not throw.',
    cause: thrown,
  });
}
