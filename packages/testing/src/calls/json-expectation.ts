import { isRecord, ToolwrightError, toBase64 } from '@toolwright/contract';
import { builtInTypes } from '@toolwright/json';
import type { ValueMatcher } from '../tool-arguments.js';
import { isWholeNumber } from './compare-scalars.js';
import { findDifference } from './compare-values.js';

/**
 * Converts an expected value to JSON, and keeps matchers. What JSON writes in more than one way, such as a `Date` or a `Map`, becomes a
 * matcher.
 * @param place such as `price.on`, for errors
 * @throws ToolwrightError `INVALID_CONFIG` for a value that no call can have, such as a function
 */
export function jsonExpectation(value: unknown, place: string): unknown {
  const { isDate, isMap, isRegExp, isSet, isUint8Array } = builtInTypes;
  if (Array.isArray(value)) return value.map((item, index) => jsonExpectation(item, `${place}[${index}]`));
  if (typeof value === 'bigint') return whole(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw refused(place, String(value));
  if (typeof value === 'function' || typeof value === 'symbol') throw refused(place, `a ${typeof value}`);
  if (!isRecord(value) || typeof value.asymmetricMatch === 'function') return value;
  if (value instanceof URL) return address(value);
  if (isDate(value)) return date(value, place);
  if (isMap(value)) return map(jsonExpectation([...value], place) as readonly Pair[]); // pairs stay pairs
  if (isSet(value)) return set(jsonExpectation([...value], place) as readonly unknown[]); // a list stays one
  if (isUint8Array(value)) return toBase64(value);
  if (isRegExp(value)) throw refused(place, `the RegExp ${value}`);
  if (typeof value.toJSON === 'function') return JSON.parse(JSON.stringify(value) ?? 'null');
  const prototype: unknown = Object.getPrototypeOf(value);
  // Those of objects from another realm have no prototype either.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw refused(
      place,
      `an instance of ${value.constructor instanceof Function ? value.constructor.name : 'a class'}`,
    );
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, jsonExpectation(member, `${place}.${name}`)]),
  );
}

type Pair = readonly [key: unknown, item: unknown];

/** A matcher that is shown, and written as JSON, as what it stands for. */
interface ShownMatcher extends ValueMatcher {
  toJSON(): unknown;
  toString(): string;
}

function matcher(json: unknown, asymmetricMatch: (value: unknown) => boolean): ShownMatcher {
  return { asymmetricMatch, toJSON: () => json, toString: () => JSON.stringify(json) };
}

/** Digits, or a number that has not lost any. */
function whole(expected: bigint): ShownMatcher {
  const matching = matcher(String(expected), (value) => isWholeNumber(expected, value));
  return Object.assign(matching, { digits: true });
}

/** Any spelling of the same address. */
function address({ href }: URL): ShownMatcher {
  return matcher(
    href,
    (value) => typeof value === 'string' && URL.canParse(value) && new URL(value).href === href,
  );
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))?$/;

/** Any text of the same time: with or without milliseconds, in any time zone. */
function date(expected: Date, place: string): ShownMatcher {
  const time = expected.getTime();
  if (Number.isNaN(time)) throw refused(place, 'an invalid Date');
  return matcher(expected.toISOString(), (value) => {
    const text = typeof value === 'string' ? value.toUpperCase() : '';
    return ISO.test(text) && Date.parse(text) === time;
  });
}

/** The same entries in any order, as an object or a list of pairs. */
function map(entries: readonly Pair[]): ShownMatcher {
  const isObject = entries.every(([key]) => typeof key === 'string');
  const object = isObject ? Object.fromEntries(entries as readonly [string, unknown][]) : undefined; // checked
  return matcher(object ?? entries, (value) =>
    Array.isArray(value)
      ? haveSameItems(entries, value)
      : object !== undefined && findDifference(object, value, 'whole') === undefined,
  );
}

function set(items: readonly unknown[]): ShownMatcher {
  return matcher(items, (value) => Array.isArray(value) && haveSameItems(items, value));
}

function haveSameItems(expected: readonly unknown[], items: readonly unknown[]): boolean {
  const left = [...items];
  return (
    expected.length === items.length &&
    expected.every((one) => {
      const index = left.findIndex((item) => findDifference(one, item, 'whole') === undefined);
      if (index !== -1) left.splice(index, 1);
      return index !== -1;
    })
  );
}

function refused(place: string, what: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', `Expected arguments are JSON, but ${place} is ${what}.`, {
    blame: 'developer',
    hint: 'Pass the JSON of the value, or a matcher such as expect.stringMatching(…).',
  });
}
