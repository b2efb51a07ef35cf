import { ErrorReply } from '../faults/fault.js';

/**
 * Throws if an object that is not part of the API describes an error. Python servers send `{"object": "error", …}` or
 * `{"detail": …}` in the middle of a stream.
 * @throws ErrorReply
 */
export function refuseErrorFrame(frame: Readonly<Record<string, unknown>>): void {
  const { object, type, message, msg, detail } = frame;
  const isNamed = object === 'error' || type === 'error';
  if (isNamed || isSaid(message) || isSaid(msg) || isSaid(detail)) throw new ErrorReply(undefined, frame);
}

/** Whether a member describes an error: a string, or FastAPI's list of invalid fields. */
function isSaid(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'string' && value !== '');
}
