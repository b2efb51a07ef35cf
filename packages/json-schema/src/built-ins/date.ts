import { builtInTypes } from '@toolwright/json';
import type { Trail } from '../codec/trail.js';
import type { ScalarBuiltIn, WireForm } from './built-in.js';

/**
 * An RFC 3339 date and time with an offset, JSON Schema's format `date-time`. Digits beyond milliseconds are dropped.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
const dateTime: WireForm = {
  schema: { type: 'string', format: 'date-time' },
  decode: (value, trail) =>
    parse(value, parseDateTime) ??
    trail.refuse('a date and time with an offset, such as "2026-01-31T09:30:00Z"', value),
  encode: (value, trail) => isoText(value, trail),
};

/** An RFC 3339 full date. Decoding returns midnight UTC of that day; encoding keeps only the UTC day of a `Date`. */
const day: WireForm = {
  schema: { type: 'string', format: 'date' },
  decode: (value, trail) =>
    parse(value, parseDate) ?? trail.refuse('a valid date, such as "2026-01-31"', value),
  encode: (value, trail) => isoText(value, trail)?.split('T')[0],
};

export const date: ScalarBuiltIn = {
  typeNames: ['Date'],
  is: builtInTypes.isDate,
  ...dateTime,
  formats: { date: day },
};

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i;
const MINUTE = 60_000;
const LAST_MINUTE_OF_DAY = 24 * 60 - 1;

function parse(value: unknown, read: (text: string) => number | undefined): Date | undefined {
  const time = typeof value === 'string' ? read(value) : undefined;
  return time === undefined ? undefined : new Date(time);
}

/** The most common form. For matching text, `Date.parse` is reliable: it wrongly accepts only days 29 to 31 of shorter months. */
const WRITTEN = /^\d{4}-\d\d-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{3})?Z$/;

function parseDateTime(text: string): number | undefined {
  if (WRITTEN.test(text)) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : time;
  }
  const [date = '', time = '', ...more] = text.split(/[t\s]/i);
  const midnight = parseDate(date);
  const sinceMidnight = parseTime(time);
  if (midnight === undefined || sinceMidnight === undefined || more.length > 0) return undefined;
  return midnight + sinceMidnight;
}

/** Returns midnight UTC in milliseconds since 1970; undefined for a day that does not exist. */
function parseDate(text: string): number | undefined {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** Returns the milliseconds from midnight UTC of the given date to the time. The offset may move the time to another day. */
function parseTime(text: string): number | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, hour, minute, second, fraction = '0', sign, offsetHour = '0', offsetMinute = '0'] = match;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  if (hours > 23 || minutes > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const minuteOfDay = hours * 60 + minutes - offset;
  const isLeapSecond = seconds === 60 && modulo(minuteOfDay, LAST_MINUTE_OF_DAY + 1) === LAST_MINUTE_OF_DAY;
  if (seconds > 59 && !isLeapSecond) return undefined;
  return minuteOfDay * MINUTE + seconds * 1000 + Math.floor(Number(fraction) * 1000);
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

function isoText(value: unknown, trail: Trail): string | undefined {
  if (!builtInTypes.isDate(value)) return trail.refuse('a Date', value);
  if (Number.isNaN(value.getTime())) return trail.refuse('a valid Date', value, 'an Invalid Date');
  const text = value.toISOString();
  // RFC 3339 years have four digits; `toISOString` writes other years with a sign.
  return /^\d/.test(text) ? text : trail.refuse('a Date between the years 0 and 9999', value, text);
}
