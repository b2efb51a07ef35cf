/** The maximum depth of values, because serializing deeper ones could overflow the stack. */
const MAX_DEPTH = 500;

/** Whether a JSON value is nested too deeply for Studio. */
export function isTooDeep(value: unknown, room = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return room === 0 || Object.values(value).some((member) => isTooDeep(member, room - 1));
}
