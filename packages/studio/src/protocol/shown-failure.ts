import { errorMessage, isToolwrightError } from '@toolwright/contract';
import type { ShownError } from './requests.js';

/** An error of Studio itself, with its form for the page. The server answers with the status of its code. */
export class ShownFailure extends Error {
  constructor(readonly shown: ShownError) {
    super(shown.message);
  }
}

/** @param hint what the user can do about it */
export function failure(code: string, message: string, hint?: string): ShownFailure {
  return new ShownFailure({ code, message, ...(hint !== undefined && { hint }) });
}

/** The maximum length of a message, because an error may quote a whole file. */
const MAX_MESSAGE = 20_000;

/** @param code the code of an error of neither Studio nor Toolwright */
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
