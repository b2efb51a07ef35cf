import fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { ExactNumber } from '../exact-number.js';
import type { JsonReadOptions } from '../json-read.js';
import { writeJson } from '../write-json.js';
import { readJson } from './read-json.js';

const REPAIR: JsonReadOptions = { repair: true };

function valueIn(text: string, options: JsonReadOptions = {}): unknown {
  const read = readJson(text, options);
  if (!read.ok) throw new Error(`refused: ${JSON.stringify(read.error)}`);
  return read.value;
}

describe('readJson', () => {
  it('reads any JSON as JSON.parse does, with repairs or without', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, repair) => {
        expect(readJson(text, { repair })).toEqual({
          ok: true,
          value: JSON.parse(text),
          end: text.length,
          repairs: [],
          duplicates: [],
          unclosed: [],
          isExact: true,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on invalid JSON', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', '"', ',', '}', ']', ':', '\\', '0', '-', 'e', '\n'),
      )
      .map(([text, at, removed, put]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + removed);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false; // asks for a new answer
        }
        expect(readJson(text).ok).toBe(isJson);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads a value within a text, and returns its end', () => {
    expect(readJson('see {"a": [1]} there', { start: 4, trailing: true })).toMatchObject({
      value: { a: [1] },
      end: 14,
    });
    expect(readJson('see {"a": [1]} there', { start: 4 })).toMatchObject({
      ok: false,
      error: { position: 15 },
    });
    expect(readJson('[12345]', { end: 4 })).toMatchObject({ ok: false, error: { kind: 'cut', position: 4 } });
    expect(readJson('12345', { end: 3 })).toMatchObject({ value: 123, end: 3 });
  });

  it('keeps the digits of numbers that a double would change', () => {
    const value = valueIn(
      '[9007199254740993, -9007199254740993, 1e999, 1e-999, 12345678901234567168, 90071992547409930e-1]',
    );
    expect(value).toEqual(
      [
        '9007199254740993',
        '-9007199254740993',
        '1e999',
        '1e-999',
        '12345678901234567168',
        '90071992547409930e-1',
      ].map((text) => new ExactNumber(text)),
    );
    expect(readJson('[9007199254740993]')).toMatchObject({ isExact: false });
  });

  it('reads numbers that a double can represent, and rounds fractions', () => {
    const texts = [
      '9007199254740991',
      '9007199254740992',
      '1e21',
      '100000000000000000000',
      '0.1234567890123456789',
      '-0',
      '0e999',
      '1.50',
      '0.00',
    ];
    expect(texts.map((text) => valueIn(text))).toEqual(texts.map(Number));
  });

  it('keeps every integer, whatever its size', () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        const value = valueIn(`{"n":${integer}}`);
        expect(writeJson(value)).toBe(`{"n":${integer}}`);
      }),
    );
  });

  it('reports members that occur twice with different values', () => {
    expect(readJson('{"a": {"b": 1, "b": 2}, "c": [{}, {"d": 1, "d": 1}]}')).toMatchObject({
      value: { a: { b: 2 } },
      duplicates: [{ path: ['a', 'b'], position: 15 }],
    });
  });

  it('keeps a member named __proto__ as a member', () => {
    const value = valueIn('{"__proto__": {"a": 1}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('refuses values that are nested too deeply, wherever they end', () => {
    expect(readJson('{"a":'.repeat(200_000))).toMatchObject({ ok: false, error: { kind: 'depth' } });
    expect(readJson('['.repeat(1_001) + ']'.repeat(1_001))).toMatchObject({
      error: { kind: 'depth', position: 1_000 },
    });
    expect(readJson('['.repeat(1_000) + ']'.repeat(1_000)).ok).toBe(true);
    expect(readJson('['.repeat(200_000) + ']'.repeat(200_000), { maxDepth: 200_000 }).ok).toBe(true);
  });
});

describe('readJson with repair', () => {
  it.each([
    ['{"a": 1,}', { a: 1 }, 'comma'],
    ['[1, 2,\n]', [1, 2], 'comma'],
    ['{"a": "x" "b": 2}', { a: 'x', b: 2 }, 'comma'],
    ['{"a": 1\n"b": 2}', { a: 1, b: 2 }, 'comma'],
    ['[{"a": 1} {"a": 2}]', [{ a: 1 }, { a: 2 }], 'comma'],
    ['{"a": 1, // one\n"b": 2}', { a: 1, b: 2 }, 'comment'],
    ['{"a": /* one */ 1, # two\n"b": "x" // three\n}', { a: 1, b: 'x' }, 'comment'],
    ["{'a': 'it\\'s'}", { a: "it's" }, 'quote'],
    ["{'a': 'it's'}", { a: "it's" }, 'quote'],
    ['{“a”: “x”}', { a: 'x' }, 'quote'],
    ['{`a`: `x`}', { a: 'x' }, 'quote'],
    ['{"a": None, "b": True, "c": [False]}', { a: null, b: true, c: [false] }, 'literal'],
    ['{a: 1, größe_2: 2}', { a: 1, größe_2: 2 }, 'key'],
    ['{"a": "one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }, 'control'],
    ['{"a": "\\d+\\.\\d"}', { a: '\\d+\\.\\d' }, 'escape'],
    ['{"a": "it\\\'s \\_so\\_"}', { a: "it's _so_" }, 'escape'],
    ['{"a": "He said "hi" to me", "b": 2}', { a: 'He said "hi" to me', b: 2 }, 'quote'],
    ['{"a": "He said "hi""}', { a: 'He said "hi"' }, 'quote'],
    ['["He said "hi" to me", "b"]', ['He said "hi" to me', 'b'], 'quote'],
    ['["x" "y"]', ['x', 'y'], 'comma'],
    ['["x""","y"]', ['x', '', 'y'], 'comma'],
    ['{"a": [1, 2}', { a: [1, 2] }, 'closer'],
    ['[{"a": [1]}, {"a": [2]]', [{ a: [1] }, { a: [2] }], 'closer'],
    ['{\u00a0"a": 1}', { a: 1 }, 'space'],
    ['{"a": {"b": "x"', { a: { b: 'x' } }, 'closer'],
    ['{"a": 1 ', { a: 1 }, 'closer'],
  ])('repairs %s', (text, value, kind) => {
    expect(readJson(text)).toMatchObject({ ok: false });
    const read = readJson(text, REPAIR);
    expect(read).toMatchObject({ ok: true, value });
    expect(read.ok && read.repairs.map((repair) => repair.kind)).toContain(kind);
  });

  it('reports the containers that the end of the text leaves open', () => {
    expect(readJson('{"a": [1, {"b": 2}', REPAIR)).toMatchObject({ unclosed: [[], ['a']] });
    expect(readJson('{"a": [1, {"b": "x"', REPAIR)).toMatchObject({ unclosed: [[], ['a'], ['a', 1]] });
  });

  it.each([
    [
      'a merged record',
      '{"items":[{"sku":"A","qty":300,"price: 0},{"sku":"B","qty":2,"price":12.5}],"total":1}',
    ],
    ['a member in a list', '{"tags":["key": "v"]}'],
    ['a lone minus', '{"n": -}'],
    ['a missing value', '{"a": , "b": 1}'],
    ['a missing item', '[1,,2]'],
    ['a bare word', '{"city": Oslo}'],
    ['undefined', '{"a": undefined}'],
    ['NaN', '[NaN]'],
    ['an ellipsis', '[1, 2, ...]'],
    ['a comma missing between numbers', '[1 2]'],
    ['brackets of two kinds', '{"a": [1, 2)'],
    ['a bracket that may be missing in two places', '{"a": [[1, 2, [3, 4]]}'],
    ['a brace that may be missing in two places', '[{"a": {"b": 1, "c": 2}]'],
    ['a brace in place of a bracket', '{"a": ["x"}, "b": 1}'],
    ['a missing inner bracket', '{"a": [1, 2, "b": 3}'],
    ['a missing closing quote', '{"a": "x, "b": "y"}'],
    ['a missing closing quote at a line end', '{\n  "a": "x,\n  "b": "y"\n}'],
    ['a missing opening quote', '{"a": x", "b": "y"}'],
    ['a missing quote of a key', '{"a": 1, "b: 2, "c": 3}'],
    ['a missing opening quote of a key', '{"a": 1, b": 2}'],
    ['a quote that another one closes', '{"a": "x\', "b": "y"}'],
    ['a quotation with a comma', '{"a": "He said "hi", then left"}'],
    ['a quotation with a list in it', '["say "a", "b" now"]'],
    ['an odd quote', '{"a": "a 5" screen is small"}'],
    ['backslashes of both kinds', '{"path": "C:\\data\\new"}'],
    ['a half string', '{"a": "He sai'],
    ['a number that may go on', '{"a": 12'],
    ['a half literal', '{"a": tru'],
    ['a comma before the end', '{"a": 1,'],
    ['a colon before the end', '{"a":'],
    ['a number with a leading zero', '{"a": 007}'],
    ['a comment that does not end', '{"a": 1 /* x'],
    ['a comment that may be text', '{"a": "He said "ok" # and "so" on"}'],
  ])('refuses %s', (_what, text) => {
    expect(readJson(text, REPAIR)).toMatchObject({ ok: false });
  });

  it('takes time in proportion to the length of any text', async () => {
    const hostile = [
      '{"a":',
      '[',
      '{"a":[',
      '"',
      "'",
      '{"a":"x ',
      '{"a":"x" ',
      '{/*',
      '{#',
      '//',
      '{"a" ',
      '[{} ',
      '{"b":1} ',
      '["a" # ',
      '["a" /* ',
      '{"a":"\\',
      '[1,',
      '{"a":1,"a":',
      '["" ',
      "['s ",
      '["x", ',
      '9',
      '-',
      '1e',
      '{aaaa',
      '{a:',
      '\u00a0',
      ' ',
      '{"a":"x"\n"',
    ];
    const readAll = (size: number): void => {
      for (const piece of hostile) {
        for (const before of ['', '{"a":', '["', '{"x":"']) {
          const text = before + piece.repeat(size / piece.length);
          readJson(text, { repair: true });
          readJson(text);
        }
      }
    };
    expect(await growth(readAll, [15_625, 62_500, 250_000])).toBe('linear');
  });
});
