// A14: what a tool logs arrives, or a text says why not.
import { reported } from './reported.js';

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const throwing = {
  get value(): string {
    throw new Error('no luck');
  },
};

it.each([
  [
    { rows: 7, at: new Date(0) },
    { rows: 7, at: '1970-01-01T00:00:00.000Z' },
  ],
  [
    { failed: Object.assign(new TypeError('disk full'), { code: 'ENOSPC' }) },
    { failed: { name: 'TypeError', message: 'disk full', code: 'ENOSPC' } },
  ],
  [new Error('disk full') as unknown, { name: 'Error', message: 'disk full' }],
  [new Map([['rows', 7]]), [['rows', 7]]],
  [{ tags: new Set(['a']) }, { tags: ['a'] }],
  [
    { done: Number.NaN, total: 5n, more: Number.POSITIVE_INFINITY },
    { done: 'NaN', total: '5', more: 'Infinity' },
  ],
  [undefined, null],
])('reports %j as JSON', (value, expected) => {
  expect(reported(value)).toEqual(expected);
});

it.each([
  [cycle, 'not JSON: '],
  [throwing, 'not JSON: no luck'],
])('never throws', (value, told) => {
  expect(reported(value)).toContain(told);
});
