import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';

/** Returns the error for a request that an SDK could not build. */
export function requestNotMade(error: unknown): ToolwrightError {
  if (isToolwrightError(error)) return error;
  return new ToolwrightError('BAD_REQUEST', `The request could not be sent: ${errorMessage(error)}`, {
    blame: 'developer',
    cause: error,
  });
}
