import { type ErrorCode, isToolwrightError } from '@toolwright/contract';

/**
 * Returns the response to a request that a client should not have sent: 400 with the message, or 409 if its conversation is busy.
 * @throws every other error again
 */
export function toErrorResponse(error: unknown): Response {
  const status = isToolwrightError(error) ? STATUS[error.code] : undefined;
  if (!isToolwrightError(error) || status === undefined) throw error;
  return new Response(error.message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/** `USAGE` is thrown for decisions about calls that do not wait. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  INVALID_REQUEST: 400,
  INVALID_MESSAGE: 400,
  USAGE: 400,
  INVALID_RUN: 400,
  EXPIRED_RUN: 400,
  SESSION_BUSY: 409,
};
