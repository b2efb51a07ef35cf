import { ErrorReply } from '../faults/fault.js';

/**
 * Throws if an object that has no members of the API names an error. Servers in Python send `{"object": "error", …}` or
 * `{"detail": …}` in the middle of a stream.
 * @throws ErrorReply
 */
export function refuseErrorFrame(frame: Readonly<Record<string, unknown>>): void {
  const { object, type, message, msg, detail } = frame;
  const isNamed = object === 'error' || type === 'error';
  if (isNamed || isSaid(message) || isSaid(msg) || isSaid(detail)) throw new ErrorReply(undefined, frame);
}

/** FastAPI lists the members that it refuses in `detail`. */
function isSaid(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'string' && value !== '');
}
