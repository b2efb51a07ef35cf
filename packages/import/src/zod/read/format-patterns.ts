/** A time of JSON Schema has an offset, and one of Zod has none. */
const TIME = '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?$';

const DAYS = '(\\d+Y(\\d+M)?(\\d+D)?|\\d+M(\\d+D)?|\\d+D)';
const SECONDS = '\\d+([.,]\\d+)?S';
const HOURS = `T(\\d+H(\\d+M)?(${SECONDS})?|\\d+M(${SECONDS})?|${SECONDS})`;

/** A duration of Zod 4 may have parts of a second, and one of JSON Schema may not. */
const DURATION = `^P(\\d+W|${DAYS}(${HOURS})?|${HOURS})$`;

/** Formats of JSON Schema that mean something else in Zod, as patterns. */
export const PATTERNS = { time: TIME, duration: DURATION } as const;
