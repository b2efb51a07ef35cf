import { errorMessage, type JsonValue, type ToolOutcome, ToolwrightError } from '@toolwright/contract';
import { toJson } from '@toolwright/tools/validation';
import type { Policy } from './policy.js';

/**
 * Converts a value from a policy to JSON.
 * @param name the name of the value, for the error
 * @throws ToolwrightError `CALLBACK_FAILED` for a value that JSON cannot represent
 */
export function jsonOf({ name: policy }: Policy, value: unknown, name: string): JsonValue {
  try {
    return toJson(value, name);
  } catch (error) {
    const message = `The policy '${policy}' returned a value that is not JSON: ${errorMessage(error)}`;
    throw new ToolwrightError('CALLBACK_FAILED', message, {
      blame: 'developer',
      hint: 'Return strings, finite numbers, booleans, null, lists and plain objects.',
      cause: error,
    });
  }
}

/** Checks that an outcome from a policy is JSON. @throws see {@link jsonOf} */
export function jsonOutcome(policy: Policy, outcome: ToolOutcome, before?: ToolOutcome): ToolOutcome {
  if (outcome.error !== null || Object.is(outcome.result, before?.result)) return outcome;
  return { ...outcome, result: jsonOf(policy, outcome.result, 'result') };
}
