import {
  type ErrorCode,
  errorMessage,
  isDeveloperError,
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
 * Whether an error is a developer mistake that is detected without a request. Such a run throws and does not start. Errors thrown
 * by callbacks never count as mistakes, so that a callback fails in the same way on every call.
 */
export function isMistake(error: unknown): boolean {
  return isOfProgram(error) && !isOfCallback(error);
}

/** Whether only a change of the program helps. A provider may also blame the developer, e.g. for a conversation that is too long. */
export function isOfProgram(error: unknown): error is ToolwrightError {
  return isDeveloperError(error) && error.status === undefined && !PROVIDER_CODES.has(error.code);
}

function isOfCallback(error: unknown): boolean {
  return isToolwrightError(error) && (error.code === 'CALLBACK_FAILED' || OF_CALLBACKS.has(error));
}

/** Instances of ToolwrightError thrown by callbacks. */
const OF_CALLBACKS = new WeakSet<ToolwrightError>();

/** Sets `result` on the error that a run throws. Leaves frozen errors and non-objects unchanged. */
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
 * Calls a synchronous user-supplied callback.
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
  // Nothing else handles this promise, and an unhandled rejection would end the process.
  Promise.resolve(value).catch(() => {});
  throw new ToolwrightError('CALLBACK_FAILED', `${name} returned a promise instead of a value.`, {
    blame: 'developer',
    hint: 'Make the function synchronous.',
  });
}

/** Calls a function of an object, such as a registry, that may belong to the library: its typed errors may be developer mistakes. */
export function callSource<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw isToolwrightError(thrown) ? thrown : callbackFailed(name, thrown);
  }
}

/** Does the work that a run needs before it starts. If a callback fails, the run reports that failure like any other. */
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

/** Calls a user-supplied callback that returns a string or nothing. */
export function callForText(name: string, work: () => unknown): string | undefined {
  const value = invokeCallback(name, work);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new ToolwrightError(
    'CALLBACK_FAILED',
    `${name} must return a string, not a value of type ${typeof value}.`,
    {
      blame: 'developer',
      hint: 'Return a string; an empty one adds no message.',
    },
  );
}

/** Wraps what a callback threw; a ToolwrightError is returned unchanged. */
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
