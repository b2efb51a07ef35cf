import { isToolwrightError, type ToolwrightError } from './errors.js';
import type { RunResult } from './events.js';
import type { ToolOutcome } from './tools.js';

const KEY = Symbol.for('toolwright.developerError');

/**
 * Notes on the outcome of a call, or on the result of a run, the error that only the developer can act on. A run ends with it instead of
 * showing the outcome to a model. The property is not enumerable, so that the outcome reads like any other.
 */
export function withDeveloperError<Outcome extends ToolOutcome | RunResult>(
  outcome: Outcome,
  error: ToolwrightError,
): Outcome {
  return Object.defineProperty(outcome, KEY, { value: error });
}

/** Returns the error that {@link withDeveloperError} has noted, if any. */
export function developerErrorOf(outcome: object): ToolwrightError | undefined {
  const error: unknown = Reflect.get(outcome, KEY);
  return isDeveloperError(error) ? error : undefined;
}

/** Whether only the developer of the program can act on an error. */
export function isDeveloperError(error: unknown): error is ToolwrightError {
  return isToolwrightError(error) && error.blame === 'developer';
}
