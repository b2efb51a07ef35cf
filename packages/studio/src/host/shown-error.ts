import { errorMessage, isToolwrightError } from '@toolwright/contract';
import type { ShownError } from '../protocol/requests.js';

/** The maximum length of a message, because an error may quote a whole file. */
const MAX_MESSAGE = 20_000;

export function toShownError(thrown: unknown, redact: (text: string) => string): ShownError {
  const message = redact(errorMessage(thrown).slice(0, MAX_MESSAGE));
  if (!isToolwrightError(thrown)) return { code: 'PROGRAM_FAILED', message };
  const { code, hint } = thrown;
  return { code, message, ...(hint !== undefined && { hint: redact(hint) }) };
}

/** An error of Studio itself, with its form for the page. */
export class ShownFailure extends Error {
  readonly shown: ShownError;

  constructor(shown: ShownError) {
    super(shown.message);
    this.shown = shown;
  }
}
