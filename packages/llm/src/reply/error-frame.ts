import { ErrorReply } from '../faults/fault.js';

/**
 * Throws if an object without members of the API describes an error. Servers in Python send `{"object": "error", …}` or
 * `{"detail": …}` in the middle of a stream.
 * @throws ErrorReply
 */
export function refuseErrorFrame(frame: Readonly<Record<string, unknown>>): void {
  const { object, type, message, msg, detail } = frame;
  const isNamed = object === 'error' || type === 'error';
  if (isNamed || isSaid(message) || isSaid(msg) || isSaid(detail)) throw new ErrorReply(undefined, frame);
}

/** Whether `detail` is an error: a text, or FastAPI's list of refused members. */
function isSaid(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'string' && value !== '');
}
