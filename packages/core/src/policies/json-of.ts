import { errorMessage, type JsonValue, type ToolOutcome, ToolwrightError } from '@toolwright/contract';
import { toJson } from '@toolwright/tools/validation';
import type { Policy } from './policy.js';

/**
 * What a policy gave, as JSON.
 * @param name of the value, for the error
 * @throws ToolwrightError `CALLBACK_FAILED` for what JSON cannot carry
 */
export function jsonOf({ name: policy }: Policy, value: unknown, name: string): JsonValue {
  try {
    return toJson(value, name);
  } catch (error) {
    const message = `The policy '${policy}' gave a value that is no JSON: ${errorMessage(error)}`;
    throw new ToolwrightError('CALLBACK_FAILED', message, {
      blame: 'developer',
      hint: 'Give strings, finite numbers, booleans, null, lists and plain objects.',
      cause: error,
    });
  }
}

/** An outcome of a policy. @throws see {@link jsonOf} */
export function jsonOutcome(policy: Policy, outcome: ToolOutcome, before?: ToolOutcome): ToolOutcome {
  if (outcome.error !== null || Object.is(outcome.result, before?.result)) return outcome;
  return { ...outcome, result: jsonOf(policy, outcome.result, 'result') };
}
