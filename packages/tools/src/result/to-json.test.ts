import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { thrownMessage } from './thrown-message.js';
import { toJson } from './to-json.js';

const SHARED = { a: 1 };

class Point {
  readonly #secret = 1;
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
  get sum(): number {
    return this.x + this.y + this.#secret;
  }
}

describe('toJson', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, null],
    ['dates', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['dates inside', { at: [new Date(0)] }, { at: ['1970-01-01T00:00:00.000Z'] }],
    ['URLs', new URL('https://example.com/a'), 'https://example.com/a'],
    ['own toJSON', { toJSON: () => ({ a: 1n < 2n }) }, { a: true }],
    ['toJSON that gives nothing', { a: { toJSON: () => undefined } }, { a: null }],
    ['undefined members and items', { a: undefined, b: [undefined] }, { b: [null] }],
    ['instances of classes', new Point(1, 2), { x: 1, y: 2 }],
    ['objects without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['an object that is used twice', [SHARED, SHARED], [{ a: 1 }, { a: 1 }]],
    ['holes', Array(2), [null, null]],
  ])('writes %s', (_, value, expected) => {
    expect(toJson(value)).toEqual(expected);
  });

  it.each<[string, unknown, RegExp]>([
    ['a function', () => 1, /^result is a function, which JSON cannot carry\.$/],
    ['a method inside', { a: [{ run() {} }] }, /result\.a\[0\]\.run is a function/],
    ['a symbol', { a: Symbol('x') }, /result\.a is a symbol/],
    ['a BigInt', { a: 5n }, /result\.a is a BigInt/],
    ['NaN', { mean: Number.NaN }, /result\.mean is NaN/],
    ['a Map', { index: new Map() }, /result\.index is a Map/],
    ['a Set', new Set(), /is a Set/],
    ['bytes', { data: new Uint8Array(2) }, /result\.data is a Uint8Array/],
    ['a regular expression', /x/, /is a RegExp/],
    ['an error', { cause: new Error('x') }, /result\.cause is an Error/],
    ['a promise inside', { later: Promise.resolve() }, /result\.later is a Promise/],
    ['an iterable', { *[Symbol.iterator]() {} }, /is an iterable/],
    [
      'an asynchronous iterable inside',
      { pages: { async *[Symbol.asyncIterator]() {} } },
      /result\.pages is an iterable/,
    ],
    ['an iterator of a map', new Map().values(), /is a Map Iterator/],
    ['a signal', { signal: new AbortController().signal }, /result\.signal is an AbortSignal/],
    ['an error of the platform', new DOMException('x'), /is a DOMException/],
    ['a formatter', new Intl.NumberFormat('en'), /is an Intl\.NumberFormat/],
    ['an invalid date', { at: new Date(Number.NaN) }, /result\.at is an invalid date/],
    ['headers', new Headers(), /is a Headers/],
    [
      'too much',
      'x'.repeat(4_000_001),
      /^result is too large: 4,000,003 or more characters of JSON; the limit is 4,000,000\.$/,
    ],
    ['too many items', Array(4_000_001).fill(null), /too large/],
  ])('refuses %s', (_, value, message) => {
    expect(() => toJson(value)).toThrow(
      expect.objectContaining({ code: 'INVALID_RESULT', message: expect.stringMatching(message) }),
    );
  });

  it('refuses values that never end or are nested too deeply', () => {
    const circular: Record<string, unknown> = {};
    circular.list = [circular];
    expect(() => toJson(circular)).toThrow('result.list[0] is a circular reference');
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(() => toJson(deep)).toThrow('nested deeper than 500 levels');
  });

  it('passes on the error of a getter or a toJSON', () => {
    const bad = {
      get a(): never {
        throw new Error('no value yet');
      },
    };
    expect(() => toJson(bad)).toThrow('no value yet');
  });

  // A9
  it('refuses an instance with private data, which would become an empty object', () => {
    class Counter {
      #count = 1;
      get count() {
        return this.#count;
      }
    }
    for (const [value, name] of [
      [createHash('sha1'), 'Hash'],
      [new Counter(), 'Counter'],
    ] as const) {
      expect(() => toJson({ value })).toThrow(
        `result.value is an instance of ${name} without public data, which JSON cannot carry.`,
      );
    }
  });

  it('keeps an empty object of a class whose members are optional', () => {
    class Filter {
      city?: string = undefined as never;
      isEmpty() {
        return this.city === undefined;
      }
    }
    class Nothing {}
    expect(toJson([new Filter(), new Nothing(), {}, Object.create(null)])).toEqual([{}, {}, {}, {}]);
  });

  it('keeps a member named __proto__', () => {
    const json = toJson(JSON.parse('{"__proto__":{"x":1}}'));
    expect(JSON.stringify(json)).toBe('{"__proto__":{"x":1}}');
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
  });

  it('agrees with JSON.stringify on JSON data, and shares nothing with it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = toJson(value);
        expect(JSON.stringify(json)).toBe(JSON.stringify(value));
        if (typeof value === 'object' && value !== null) expect(json).not.toBe(value);
      }),
    );
  });
});

describe('thrownMessage', () => {
  it('never splits a character, and replaces lone surrogates', () => {
    expect(thrownMessage('😀'.repeat(5_000))).toBe(`${'😀'.repeat(4_000)}…`);
    expect(thrownMessage(`a${'😀'.repeat(5_000)}`)).toBe(`a${'😀'.repeat(3_999)}…`);
    expect(thrownMessage(new Error('😀😀'.slice(0, 3)))).toBe('😀\ufffd');
  });

  it('returns a text for any value', () => {
    expect(thrownMessage(new Error('division by zero'))).toBe('division by zero');
    expect(thrownMessage('just text')).toBe('just text');
    expect(thrownMessage('')).toBe('The tool failed without a message.');
    expect(thrownMessage(undefined)).toBe('undefined');
    expect(thrownMessage({ code: 5 })).toBe('{"code":5}');
    expect(thrownMessage(Symbol('x'))).toBe('Symbol(x)');
    const hostile = Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('gotcha');
      },
    });
    expect(thrownMessage(hostile)).toBe('An error that cannot be shown');
    expect(thrownMessage(new Error('x'.repeat(100_000)))).toHaveLength(8_001);
  });
});
