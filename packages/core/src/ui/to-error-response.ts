import { isToolwrightError } from '@toolwright/contract';

/**
 * Returns the response to a request that a client should not have sent: 400 with the message, or 409 if its conversation is busy.
 * `STALE_RUN` is a conflict, too.
 * @throws every other error again
 */
export function toErrorResponse(error: unknown): Response {
  if (!isToolwrightError(error) || !CODES.has(error.code)) throw error;
  const isConflict = error.code === 'SESSION_BUSY' || error.code === 'STALE_RUN';
  return new Response(error.message, { status: isConflict ? 409 : 400 });
}

/** `USAGE` is thrown for decisions about calls that do not wait. */
const CODES = new Set([
  'INVALID_REQUEST',
  'INVALID_MESSAGE',
  'USAGE',
  'INVALID_RUN',
  'EXPIRED_RUN',
  'FORGED_RUN',
  'STALE_RUN',
  'SESSION_BUSY',
]);
