import { describeValue, errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { callbackFailed } from '../base/callbacks.js';
import type { Clean } from './clean-texts.js';
import type { Policy } from './policy.js';

/** How many causes of an error are kept. */
const MAX_CAUSES = 4;

/** The error with the texts that policies leave of it. Its causes become plain errors: their members may hold anything. */
export function cleanError(thrown: unknown, clean: Clean): unknown {
  if (!isToolwrightError(thrown)) return cleanCause(thrown, clean, MAX_CAUSES) ?? thrown;
  const { code, blame, hint, status, requestId, retryAfterMs } = thrown;
  return new ToolwrightError(code, clean(thrown.message), {
    blame,
    hint: hint === undefined ? undefined : clean(hint),
    status,
    requestId,
    retryAfterMs,
    cause: cleanCause(thrown.cause, clean, MAX_CAUSES),
  });
}

function cleanCause(cause: unknown, clean: Clean, depth: number): Error | undefined {
  if (cause === undefined || cause === null || depth === 0) return undefined;
  const next = cleanCause(causeOf(cause), clean, depth - 1);
  return new Error(clean(errorMessage(cause)), next === undefined ? undefined : { cause: next });
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? thrown.cause : undefined;
}

/**
 * What one policy leaves of a text.
 * @param onFailure called if it failed: a text that could not be cleaned must not leave the run
 */
export function cleanWith(
  text: string,
  { name, cleanText }: Pick<Policy, 'cleanText' | 'name'>,
  onFailure: (failure: unknown) => void,
): string {
  try {
    const cleaned: unknown = cleanText?.(text);
    if (typeof cleaned === 'string') return cleaned;
    throw new Error(`it returned ${describeValue(cleaned)}, not a text`);
  } catch (thrown) {
    onFailure(callbackFailed(`'cleanText' of the policy '${name}'`, thrown));
    return WITHHELD;
  }
}

const WITHHELD = "[withheld: 'cleanText' of a policy failed]";
