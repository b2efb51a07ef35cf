import { errorMessage, isToolwrightError } from '@toolwright/contract';
import type { ShownError } from './requests.js';

/** An error raised by Studio itself, in its form for the page. The server responds with the status for its code. */
export class ShownFailure extends Error {
  constructor(readonly shown: ShownError) {
    super(shown.message);
  }
}

/** @param hint a suggestion of what the user can do */
export function failure(code: string, message: string, hint?: string): ShownFailure {
  return new ShownFailure({ code, message, ...(hint !== undefined && { hint }) });
}

/** The maximum length of a message, because an error can quote a whole file. */
const MAX_MESSAGE = 20_000;

/** @param code the code for an error that comes from neither Studio nor Toolwright */
export function toShownError(thrown: unknown, redact: (text: string) => string, code: string): ShownError {
  const isShown = thrown instanceof ShownFailure;
  const known = isShown ? thrown.shown : isToolwrightError(thrown) ? thrown : { code };
  const { hint } = { hint: undefined, ...known };
  return {
    ...(isShown && thrown.shown),
    code: known.code,
    message: redact(errorMessage(thrown).slice(0, MAX_MESSAGE)),
    ...(hint !== undefined && { hint: redact(hint) }),
  };
}
