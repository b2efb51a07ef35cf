import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { ErrorReply } from '../faults/fault.js';

/** Runs a decoder. A failure to read a reply, such as nesting deeper than the stack, becomes an error of the provider. */
export function decodeSafely<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (isToolwrightError(error) || error instanceof ErrorReply) throw error;
    throw new ToolwrightError('INVALID_RESPONSE', `The reply cannot be read: ${errorMessage(error)}`, {
      blame: 'provider',
      hint: 'Its values may be nested too deeply, or have types that the API does not describe.',
      cause: error,
    });
  }
}
