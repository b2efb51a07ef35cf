/** Marks the objects that `secret` makes, also those of another copy of the package. */
export const SECRET: unique symbol = Symbol.for('toolwright.secret');

/** What a secret prints. */
export const SHOWN = '[secret]';

/** Whether a value was made by `secret`. Never throws. */
export function isSecret(value: unknown): value is object {
  try {
    return typeof value === 'object' && value !== null && SECRET in value;
  } catch {
    // A proxy whose traps throw.
    return false;
  }
}
