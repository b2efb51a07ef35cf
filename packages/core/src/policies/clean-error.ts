import { describeValue, errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { callbackFailed } from '../base/callbacks.js';
import type { Clean } from './clean-texts.js';
import type { Policy } from './policy.js';

/** The maximum number of nested causes to keep. */
const MAX_CAUSES = 4;

/** Cleans the texts of an error. Its causes become plain errors, because their members may contain any data. */
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
 * Cleans text with one policy.
 * @param onFailure called if the policy fails; the text is then withheld, because uncleaned text must not leave the run
 */
export function cleanWith(
  text: string,
  { name, cleanText }: Pick<Policy, 'cleanText' | 'name'>,
  onFailure: (failure: unknown) => void,
): string {
  try {
    const cleaned: unknown = cleanText?.(text);
    if (typeof cleaned === 'string') return cleaned;
    throw new Error(`it must return a string, not ${describeValue(cleaned)}`);
  } catch (thrown) {
    onFailure(callbackFailed(`'cleanText' of the policy '${name}'`, thrown));
    return WITHHELD;
  }
}

const WITHHELD = "[withheld: 'cleanText' of a policy failed]";
