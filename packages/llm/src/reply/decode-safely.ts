import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { ErrorReply } from '../faults/fault.js';

/** Runs a decoder. Converts any failure, such as a stack overflow caused by deep nesting, to an `INVALID_RESPONSE` error. */
export function decodeSafely<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (isToolwrightError(error) || error instanceof ErrorReply) throw error;
    throw new ToolwrightError('INVALID_RESPONSE', `The reply cannot be read: ${errorMessage(error)}`, {
      blame: 'provider',
      hint: "Its values may be nested too deeply, or have types that differ from the API's documentation.",
      cause: error,
    });
  }
}
