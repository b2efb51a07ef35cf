import type { JsonValue } from '@toolwright/contract';
import fc from 'fast-check';
import * as values from './format-value.js';

const WHOLE = { characters: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY };
const page = (columns: number, room = WHOLE) => ({ columns, room, maskJson: (json: string) => json });
const formatArguments = (text: string, columns: number) => values.formatArguments(text, page(columns)).text;
const formatValue = (value: JsonValue, columns: number, room = WHOLE) =>
  values.formatValue(value, page(columns, room)).text;

describe('formatArguments', () => {
  it('keeps short arguments as the model wrote them', () => {
    expect(formatArguments(' { "a": 1.0 } ', 40)).toBe('{ "a": 1.0 }');
  });

  it('joins lines that fit on one', () => {
    expect(formatArguments('{\n  "a": 1\n}', 40)).toBe('{"a":1}');
  });

  it('keeps what is not JSON', () => {
    expect(formatArguments('{"a":\n', 3)).toBe('{"a":');
  });

  it('writes members on lines of their own only if they do not fit', () => {
    const text = '{"list":[{"a":1},{"b":[1,2,3],"longer":"x"}],"x":{}}';
    expect(formatArguments(text, 20).split('\n')).toEqual([
      '{',
      '  "list": [',
      '    {"a":1},',
      '    {',
      '      "b": [1,2,3],',
      '      "longer": "x"',
      '    }',
      '  ],',
      '  "x": {}',
      '}',
    ]);
  });
});

describe('formatValue', () => {
  it('shows a text as it is', () => {
    expect(formatValue('a "quoted"\nline', 5)).toBe('a "quoted"\nline');
    expect(formatValue(null, 5)).toBe('null');
  });

  it('keeps the JSON value in every layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(60), (value, columns) => {
        fc.pre(typeof value !== 'string');
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(formatArguments(JSON.stringify(value), columns))).toEqual(json);
      }),
    );
  });

  it('formats a deep value', () => {
    const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
    expect(formatArguments(deep, 40).split('\n')).toHaveLength(19);
  });

  const room = { characters: 1_000, lines: 20 };

  it('shows the first and the last items of a long array, and how many are missing', () => {
    const numbers = Array.from({ length: 244 }, (_, index) => index);
    expect(formatValue(numbers, 40, room).split('\n')).toEqual([
      '[',
      '  0,',
      '  1,',
      '  2,',
      '  3,',
      '  … 239 more,',
      '  243',
      ']',
    ]);
  });

  it('shortens members in proportion, and says what is missing of each', () => {
    const value = {
      city: 'Oslo',
      text: 'x'.repeat(12_345),
      inns: Array.from({ length: 12 }, (_, index) => ({ name: `Inn ${index}`, price: index * 10 })),
    };
    const lines = formatValue(value, 60, room).split('\n');
    expect(lines[2]).toMatch(/^ {2}"text": "x+… 12,\d\d\d more characters",$/);
    expect(lines[3]).toBe('  "inns": [');
    expect(lines.slice(-5)).toEqual([
      '    {"name":"Inn 3","price":30},',
      '    … 7 more,',
      '    {"name":"Inn 11","price":110}',
      '  ]',
      '}',
    ]);
  });

  it('stays on one line where lines are not wrapped', () => {
    const value = Array.from({ length: 244 }, (_, id) => ({ id, name: `name ${id}` }));
    const text = formatValue(value, Number.POSITIVE_INFINITY, { ...room, characters: 120 });
    expect(text).toBe(
      '[{"id":0,"name":"name 0"},{"id":1,"name":"name 1"},{"id":2,"name":"name 2"},… 240 more,{"id":243,"name":"name 243"}]',
    );
  });

  it('accounts for every item, and fits in the room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 40, max: 99 }),
        (list, width) => {
          const text = formatValue(list, Number.POSITIVE_INFINITY, { characters: width, lines: 20 });
          const missing = Number(/… ([\d,]+) more/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
          expect((text.match(/\d+(?=[,\]])/g) ?? []).length + missing).toBe(list.length);
          expect(text.length).toBeLessThan(width * 2);
        },
      ),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 20, max: 80 }), (any, columns) => {
        const value: JsonValue = JSON.parse(JSON.stringify(any));
        fc.pre(typeof value !== 'string');
        expect(formatValue(value, columns, { characters: 100, lines: 8 }).split('\n').length).toBeLessThan(
          30,
        );
      }),
    );
  });

  it('masks secrets before it leaves anything out', () => {
    const value = { note: `${'x'.repeat(40)}SECRET${'x'.repeat(40)}` };
    const maskJson = (json: string): string => json.replace('SECRET', '');
    const { text } = values.formatValue(value, { columns: 30, room: { characters: 40, lines: 3 }, maskJson });
    expect(text).not.toMatch(/S|E|C|R/);
    expect(text).toContain('more characters');
  });
});
