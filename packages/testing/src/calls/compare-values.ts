import { isRecord } from '@toolwright/contract';
import { ExactNumber } from '@toolwright/json';
import type { ValueMatcher } from '../tool-arguments.js';
import { isSameScalar, readText, type Strictness } from './compare-scalars.js';

/** The first difference of a value from what is expected. */
export interface Difference {
  /** For example `guests[1].name`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Compares JSON. Returns undefined if the value is as expected. */
export function findDifference(
  expected: unknown,
  value: unknown,
  strictness: Strictness,
  path = '',
): Difference | undefined {
  if (isMatcher(expected)) {
    const fits = expected.asymmetricMatch(
      value instanceof ExactNumber && !isExact(expected) ? Number(value) : value,
    );
    return fits ? undefined : { path, expected: String(expected), got: show(value) };
  }
  if (strictness === 'unwanted' && typeof expected === 'object' && typeof value === 'string')
    return findDifference(expected, readText(value), 'part', path);
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return differs(path, expected, value);
    return first(expected.keys(), (index) =>
      findDifference(expected[index], value[index], strictness, `${path}[${index}]`),
    );
  }
  if (isRecord(expected)) {
    if (!isRecord(value) || Array.isArray(value)) return differs(path, expected, value);
    const names =
      strictness === 'whole'
        ? new Set([...Object.keys(expected), ...Object.keys(value)])
        : Object.keys(expected);
    return first(names, (name) =>
      findDifference(
        ownOf(expected, name),
        ownOf(value, name),
        strictness,
        path === '' ? name : `${path}.${name}`,
      ),
    );
  }
  return isSameScalar(expected, value, strictness) ? undefined : differs(path, expected, value);
}

function first<Item>(
  items: Iterable<Item>,
  find: (item: Item) => Difference | undefined,
): Difference | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function differs(path: string, expected: unknown, value: unknown): Difference {
  return { path, expected: show(expected), got: show(value) };
}

function ownOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isMatcher(value: unknown): value is ValueMatcher {
  return isRecord(value) && typeof value.asymmetricMatch === 'function';
}

/** Whether a matcher compares the digits of numbers that are no `number`. */
function isExact(matcher: ValueMatcher): boolean {
  return 'digits' in matcher;
}

export function show(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
}
