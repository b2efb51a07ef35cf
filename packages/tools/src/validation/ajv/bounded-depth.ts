import { isContainer } from '@toolwright/json-schema';

/** The maximum depth at which validators are fast. Each further level may take several times as long. */
const MAX_LEVELS = 12;

/**
 * Limits the depth of the data that a validator accepts.
 * @throws RangeError for deep data, because a schema with recursive branches could take exponential time
 */
export function withBoundedDepth(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => {
    if (isDeep(value)) throw new RangeError(`The value is nested deeper than ${MAX_LEVELS} levels.`);
    return accepts(value);
  };
}

/** Whether a value is too deep for validators without memoization. */
export function isDeep(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) return true;
    level = [...new Set(level.flatMap((one) => Object.values(one).filter(isContainer)))];
  }
  return false;
}
