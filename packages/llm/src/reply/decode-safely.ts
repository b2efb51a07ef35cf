import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { ErrorReply } from '../faults/fault.js';

/** Runs a decoder. What it cannot read, such as values that are nested deeper than the stack, is the provider's fault. */
export function decodeSafely<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (isToolwrightError(error) || error instanceof ErrorReply) throw error;
    throw new ToolwrightError('INVALID_RESPONSE', `The reply cannot be read: ${errorMessage(error)}`, {
      blame: 'provider',
      hint: 'Its values may be nested too deeply, or of other kinds than the API says.',
      cause: error,
    });
  }
}
