import fc from 'fast-check';
import type { Coercion } from './check-arguments.js';
import { cat, check, dog, filters, number, text, verdict } from './check-arguments.test.fixture.js';

describe('unsafe arguments', () => {
  const open = {
    any: {},
    map: { type: 'object', additionalProperties: number },
    list: { type: 'array' },
  } as const;

  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"constructor":1}',
    '{"prototype":1}',
    '{"any":{"__proto__":{"polluted":1}}}',
    '{"any":[{"constructor":{}}]}',
    '{"map":{"__proto__":1}}',
    '{"map":{"prototype":1}}',
    '{"list":[{"a":{"__proto__":null}}]}',
  ])('are refused: %s', (json) => {
    const checked = check(JSON.parse(json), open, { coercion: 'safe' });
    expect(checked).toMatchObject({ ok: false });
    expect(checked).toMatchObject({ message: expect.stringMatching(/__proto__|constructor|prototype/) });
    expect({}).not.toHaveProperty('polluted');
  });

  it('are refused in JSON text while it is parsed', () => {
    expect(verdict({ map: '{"__proto__":1}' }, open, { coercion: 'safe' })).toMatch(/__proto__/);
  });

  it('include numbers that JSON does not have', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(verdict({ a: value }, { a: number })).toMatch(/^a must be a number; got/);
      expect(verdict({ any: [{ deep: value }] }, open)).toMatch(
        /^any\[0\]\.deep must be a finite number; got/,
      );
      expect(verdict({ map: { x: value } }, open)).toMatch(/^map\.x must be a number/);
    }
  });

  it('do not include properties that the schema itself declares', () => {
    expect(verdict({ prototype: 'v1' }, { prototype: text })).toBe('ok');
    expect(verdict({}, { constructor: text, valueOf: text })).toBe('ok');
    expect(verdict({ constructor: 1 }, { constructor: text })).toBe('constructor must be a string; got 1.');
  });

  it('include values that never end or are nested too deeply', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(verdict({ any: circular }, open)).toBe('ok');
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(verdict({ any: deep }, open)).toMatch(/nested deeper than 500 levels/);
    const tree = { $ref: '#/$defs/Tree' } as const;
    const $defs = { Tree: { type: 'array', items: tree } } as const;
    expect(verdict({ tree: deep }, { tree }, { $defs, coercion: 'safe' })).toBe(
      'The arguments are nested too deeply.',
    );
  });
});

describe('checkArguments', () => {
  it('treats missing arguments as an empty object', () => {
    expect(check(undefined, {})).toEqual({ ok: true, value: {} });
    expect(check(null, {})).toEqual({ ok: true, value: {} });
  });

  it('reports an invalid schema with the name of its tool', () => {
    expect(() => verdict({}, { a: { type: 'strin' } as never })).toThrow(
      expect.objectContaining({
        code: 'INVALID_TOOL',
        message: expect.stringMatching(/^The schema of 'find' is not valid: .*strin/),
      }),
    );
    expect(() => verdict({}, { a: { colour: 'red' } as never })).toThrow(/unknown keyword: "colour"/);
  });

  it('reports an issue for every value that it refuses, and never changes its input', () => {
    const properties = { a: number, b: { anyOf: [cat, dog, text] }, c: filters, d: {} } as const;
    fc.assert(
      fc.property(
        fc.record(
          { a: fc.jsonValue(), b: fc.jsonValue(), c: fc.jsonValue(), d: fc.jsonValue() },
          { requiredKeys: [] },
        ),
        fc.constantFrom<Coercion>('safe', 'none'),
        (value, coercion) => {
          const before = JSON.stringify(value);
          const checked = check(value, properties, { coercion });
          expect(checked.ok || checked.errors.length > 0).toBe(true);
          expect(JSON.stringify(value)).toBe(before);
        },
      ),
    );
  });
});
