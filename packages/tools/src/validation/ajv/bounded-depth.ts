import { isContainer } from '../json-types.js';

/** A validator may take several times as long for each level: so many are over in a moment. */
const MAX_LEVELS = 12;

/**
 * The validator, for data that is not deep.
 * @throws RangeError For data that is: a schema whose branches lead back to it would be tried without end.
 */
export function withBoundedDepth(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => {
    if (isDeep(value)) throw new RangeError(`The value is nested deeper than ${MAX_LEVELS} levels.`);
    return accepts(value);
  };
}

/** Whether it is deeper than validators without memory can look. */
export function isDeep(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) return true;
    level = [...new Set(level.flatMap((one) => Object.values(one).filter(isContainer)))];
  }
  return false;
}
