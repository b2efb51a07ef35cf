import { errorMessage, isToolwrightError } from '@toolwright/contract';
import type { ShownError } from '../protocol/requests.js';

/** How much of a message is shown: an error may quote a whole file. */
const MAX_MESSAGE = 20_000;

/** A thrown value as the page shows it. */
export function toShownError(thrown: unknown, redact: (text: string) => string): ShownError {
  const message = redact(errorMessage(thrown).slice(0, MAX_MESSAGE));
  if (!isToolwrightError(thrown)) return { code: 'PROGRAM_FAILED', message };
  const { code, hint } = thrown;
  return { code, message, ...(hint !== undefined && { hint: redact(hint) }) };
}

/** An error that Studio makes itself, on its way to the page. */
export class ShownFailure extends Error {
  readonly shown: ShownError;

  constructor(shown: ShownError) {
    super(shown.message);
    this.shown = shown;
  }
}
