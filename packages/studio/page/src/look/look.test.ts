import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonValue } from '@toolwright/contract';
import { formatCost } from '@toolwright/contract';
import * as fc from 'fast-check';
import { formatMoment } from './format.js';
import { indentJson } from './indent-json.js';
import { jsonRows, openAtFirst } from './json-rows.js';
import { nextIndex } from './next-index.js';
import { visibleRows } from './visible-rows.js';
import { withoutStack } from './without-stack.js';

it('indents JSON as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});

it('keeps numbers, escapes and repeated names as they were sent', () => {
  expect(indentJson('{"a":12345678901234567890,"a":1.0,"b":"\\u0041"}')).toBe(
    '{\n  "a": 12345678901234567890,\n  "a": 1.0,\n  "b": "\\u0041"\n}',
  );
  expect(indentJson('data: {"a":1}')).toBe('data: {"a":1}');
});

it('shows each part of an open JSON value once, whatever its names are', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      // What fast-check makes is JSON.
      const value = given as JsonValue;
      const open = openAll(value);
      const rows = jsonRows(value, open);
      expect(rows).toHaveLength(countParts(value));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    }),
  );
});

it('opens a long list in ranges', () => {
  const rows = jsonRows(
    Array.from({ length: 20_000 }, (_, index) => index),
    openAtFirst([]),
  );
  expect(rows).toHaveLength(21);
  expect(rows[1]).toMatchObject({ kind: 'range', key: '0…999', isOpen: false });
});

it('renders the rows in sight, some around them, and the one with the focus', () => {
  const rows = visibleRows({ top: 44_000, height: 440 }, 44, 10_000, 3);
  expect(rows[0]).toBe(3);
  expect(rows[1]).toBe(992);
  expect(rows.length).toBeLessThan(40);
  expect(visibleRows({ top: 0, height: 100 }, 44, 0, -1)).toEqual([]);
});

it.each([
  ['ArrowDown', 4, 5],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 2, 9],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, undefined],
])('moves with %s from %d to %s', (key, from, to) => {
  expect(nextIndex(key, from, 10, 8)).toBe(to);
});

it('writes moments and costs', () => {
  const now = new Date(2026, 10, 26, 12, 0, 0).getTime();
  expect(formatMoment(new Date(2026, 10, 26, 9, 5, 7).getTime(), now)).toBe('09:05:07');
  expect(formatMoment(new Date(2025, 0, 2, 9, 5).getTime(), now)).toBe('2025-01-02 09:05');
  expect([0, 0.00214, 0.5, 12.345].map((cost) => formatCost(cost))).toEqual([
    '$0',
    '$0.0021',
    '$0.50',
    '$12.35',
  ]);
});

// K7
it('has four sizes of type, which all styles use', () => {
  const tokens = styles().find(({ file }) => file.endsWith('tokens.css'))?.text ?? '';
  expect(tokens.match(/--size[\w-]*: [^;]+/g)).toHaveLength(4);
  const others = styles().flatMap(({ file, text }) =>
    (text.match(/(?<=^ *font(-size)?: )[^;]+/gm) ?? [])
      .filter((font) => !/^(inherit$|var\(--size)/.test(font))
      .map((font) => `${file}: ${font}`),
  );
  expect(others).toEqual([]);
});

function styles(): readonly { readonly file: string; readonly text: string }[] {
  const source = fileURLToPath(new URL('..', import.meta.url));
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));
}

function openAll(value: JsonValue): ReadonlySet<string> {
  let open: ReadonlySet<string> = new Set(['$']);
  for (;;) {
    const ids = jsonRows(value, open).map(({ id }) => id);
    if (ids.every((id) => open.has(id))) return open;
    open = new Set([...open, ...ids]);
  }
}

function countParts(value: JsonValue): number {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.reduce<number>((sum, part) => sum + countParts(part as JsonValue), 1);
}

it('shows an error without its stack', () => {
  const error = new Error('no disk at hand\n at all');
  expect(withoutStack(`src/a.ts failed: ${error.stack}`)).toBe(
    'src/a.ts failed: Error: no disk at hand\n at all',
  );
  expect(withoutStack('no disk')).toBe('no disk');
});
