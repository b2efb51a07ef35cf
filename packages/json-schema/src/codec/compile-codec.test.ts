import type { CodecPlan, Shape } from '@toolwright/contract';
import { type CodecOptions, compileCodec } from './compile-codec.js';

const date: CodecPlan = { kind: 'date' };

function decode(plan: CodecPlan, json: unknown): unknown {
  return compileCodec(plan).decode(json);
}

function encode(plan: CodecPlan, value: unknown): unknown {
  return compileCodec(plan).encode(value);
}

describe('collections', () => {
  it('carries a set as an array', () => {
    const plan: CodecPlan = { kind: 'set', items: date };
    const iso = '2026-01-31T00:00:00.000Z';
    expect(decode(plan, [iso])).toEqual(new Set([new Date(iso)]));
    expect(encode(plan, new Set([new Date(iso), new Date(iso)]))).toEqual([iso]);
    expect(encode({ kind: 'set' }, new Set([{ b: 1, a: 2 }, { a: 2, b: 1 }, 'x', Number.NaN]))).toEqual([
      { b: 1, a: 2 },
      'x',
      Number.NaN,
    ]);
    expect(() => decode(plan, {})).toThrow('must be an array; got an object');
    expect(() => encode(plan, [])).toThrow('must be a Set; got an array');
  });

  it('carries a map with string keys as an object, whatever the keys', () => {
    const plan: CodecPlan = { kind: 'map', form: 'object', values: { kind: 'bigint' } };
    const json: unknown = JSON.parse('{"__proto__":"1","constructor":"2"}');
    const map = new Map([
      ['__proto__', 1n],
      ['constructor', 2n],
    ]);
    expect(decode(plan, json)).toEqual(map);
    expect(JSON.stringify(encode(plan, map))).toBe('{"__proto__":"1","constructor":"2"}');
    expect(() => encode(plan, new Map([[1, 1n]]))).toThrow('a Map with string keys; got 1');
    expect(() => decode(plan, ['1'])).toThrow('must be an object; got an array');
    expect(() => encode(plan, {})).toThrow('must be a Map; got an object');
  });

  it('carries another map as pairs', () => {
    const plan: CodecPlan = { kind: 'map', form: 'pairs', keys: { kind: 'bigint' }, values: date };
    const iso = '2026-01-31T00:00:00.000Z';
    expect(decode(plan, [['7', iso]])).toEqual(new Map([[7n, new Date(iso)]]));
    expect(encode(plan, new Map([[7n, new Date(iso)]]))).toEqual([['7', iso]]);
    expect(() => decode(plan, [['7']])).toThrow('[0] must be a pair of a key and a value; got an array.');
    expect(() => decode(plan, [['7', 'x']])).toThrow('[0][1] must be a date and time');
    expect(() => decode(plan, {})).toThrow('must be an array of pairs');
    expect(() => encode(plan, [[7n, iso]])).toThrow('must be a Map; got an array');
  });

  it('refuses a repeated key', () => {
    const plan: CodecPlan = { kind: 'map', form: 'pairs' };
    expect(() =>
      decode(plan, [
        [1, 'a'],
        [1, 'b'],
      ]),
    ).toThrow('[1] must be a pair with a unique key; got a repeated key.');
  });
});

describe('containers', () => {
  it('decodes members, and changes neither other members nor the input', () => {
    const plan: CodecPlan = { kind: 'object', properties: { at: date, until: date } };
    const inner = { untouched: true };
    const json = Object.freeze({ at: '2026-01-31T00:00:00Z', inner });
    const value = decode(plan, json);
    expect(value).toEqual({ at: new Date(Date.UTC(2026, 0, 31)), inner });
    expect(json.at).toBe('2026-01-31T00:00:00Z');
    expect(encode(plan, { at: new Date(0), until: undefined })).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      until: undefined,
    });
  });

  it('treats inherited members as absent', () => {
    const plan: CodecPlan = { kind: 'object', properties: { constructor: date, toString: date } };
    expect(decode(plan, {})).toEqual({});
  });

  it('decodes a member named __proto__ without touching prototypes', () => {
    const plan: CodecPlan = { kind: 'object', additional: { kind: 'object', properties: { at: date } } };
    const value = decode(plan, JSON.parse('{"__proto__":{"at":"2026-01-31T00:00:00Z"}}'));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({
      at: new Date(Date.UTC(2026, 0, 31)),
    });
  });

  it('distinguishes properties, patterns and other members', () => {
    const plan: CodecPlan = {
      kind: 'object',
      properties: { first: { kind: 'bigint' } },
      plain: ['name'],
      patterns: [{ pattern: '^at_', plan: date }, { pattern: '^x-' }],
      additional: { kind: 'url' },
    };
    expect(
      decode(plan, {
        first: '1',
        name: 'a',
        at_end: '2026-01-31T00:00:00Z',
        'x-1': 'b',
        home: 'https://a.b/',
      }),
    ).toEqual({
      first: 1n,
      name: 'a',
      at_end: new Date(Date.UTC(2026, 0, 31)),
      'x-1': 'b',
      home: new URL('https://a.b/'),
    });
  });

  it('decodes arrays and tuples', () => {
    expect(decode({ kind: 'array', items: { kind: 'bigint' } }, ['1', '2'])).toEqual([1n, 2n]);
    const tuple: CodecPlan = { kind: 'tuple', prefix: [null, { kind: 'bigint' }], rest: { kind: 'url' } };
    expect(decode(tuple, ['1', '2', 'https://a.b/'])).toEqual(['1', 2n, new URL('https://a.b/')]);
    expect(decode(tuple, ['1'])).toEqual(['1']);
    expect(encode(tuple, ['1', 2n])).toEqual(['1', '2']);
    expect(encode(tuple, ['1', undefined])).toEqual(['1']);
    expect(() => decode(tuple, 'x')).toThrow('must be an array; got "x"');
  });

  it('reports all mistakes, each with its path', () => {
    const plan: CodecPlan = {
      kind: 'object',
      properties: { at: date, 'a b': { kind: 'array', items: date } },
    };
    expect(() => decode(plan, { at: 'now', 'a b': ['2026-01-31T00:00:00Z', 1] })).toThrow(
      'at must be a date and time with an offset, such as "2026-01-31T09:30:00Z"; got "now".\n' +
        '["a b"][1] must be a date and time with an offset, such as "2026-01-31T09:30:00Z"; got 1.',
    );
    expect(() => encode(plan, { at: 1n })).toThrow('result.at must be a Date; got a bigint.');
  });

  it('shortens long values', () => {
    expect(() => decode(date, 'x'.repeat(1000))).toThrow(`got "${'x'.repeat(60)}…".`);
  });
});

describe('references', () => {
  const tree: CodecPlan = {
    kind: 'object',
    properties: { at: date, children: { kind: 'array', items: { kind: 'ref', name: 'Tree' } } },
  };

  it('follows recursive types', () => {
    const codec = compileCodec({ kind: 'ref', name: 'Tree' }, { Tree: tree });
    const iso = '2026-01-31T00:00:00.000Z';
    const json = { at: iso, children: [{ at: iso, children: [] }] };
    const value = { at: new Date(iso), children: [{ at: new Date(iso), children: [] }] };
    expect(codec.decode(json)).toEqual(value);
    expect(codec.encode(value)).toEqual(json);
    expect(() => codec.decode({ at: iso, children: [{ at: 'x' }] })).toThrow('children[0].at must be');
  });

  it('refuses a value that contains itself', () => {
    const codec = compileCodec({ kind: 'ref', name: 'Tree' }, { Tree: tree });
    const value: { at: Date; children: unknown[] } = { at: new Date(0), children: [] };
    value.children.push(value);
    expect(() => codec.encode(value)).toThrow('nested no deeper than 500 levels');
  });

  it('refuses a plan with a dangling reference', () => {
    expect(() => compileCodec({ kind: 'array', items: { kind: 'ref', name: 'toString' } })).toThrow(
      "A tool's codecs refer to 'toString' but do not define it.",
    );
  });
});

describe('unions', () => {
  it('are decided by the JSON type, and in memory by the class', () => {
    const plan: CodecPlan = {
      kind: 'union',
      branches: [
        { shape: { types: ['null'] } },
        { shape: { types: ['number'] } },
        { shape: { types: ['string'], codec: 'date' }, plan: date },
        { shape: { types: ['array'], codec: 'set' }, plan: { kind: 'set' } },
      ],
    };
    expect(decode(plan, null)).toBeNull();
    expect(decode(plan, 5)).toBe(5);
    expect(decode(plan, '1970-01-01T00:00:00Z')).toEqual(new Date(0));
    expect(decode(plan, [1])).toEqual(new Set([1]));
    expect(encode(plan, new Date(0))).toBe('1970-01-01T00:00:00.000Z');
    expect(encode(plan, new Set([1]))).toEqual([1]);
    expect(() => decode(plan, {})).toThrow('must be one of the members of its union type; got an object');
    expect(() => encode(plan, '1970-01-01')).toThrow('must be one of the members');
  });

  const tagged: CodecPlan = {
    kind: 'union',
    branches: [
      {
        shape: { types: ['object'], required: ['kind'], properties: { kind: { values: ['date'] } } },
        plan: { kind: 'object', properties: { value: date } },
      },
      { shape: { types: ['object'], required: ['kind'], properties: { kind: { values: ['text'] } } } },
    ],
  };

  it('are decided by tags', () => {
    expect(decode(tagged, { kind: 'date', value: '1970-01-01T00:00:00Z' })).toEqual({
      kind: 'date',
      value: new Date(0),
    });
    expect(decode(tagged, { kind: 'text', value: '1970-01-01T00:00:00Z' })).toEqual({
      kind: 'text',
      value: '1970-01-01T00:00:00Z',
    });
    expect(() => decode(tagged, { value: 1 })).toThrow('one of the members of its union type');
  });

  it('prefer, in memory, the branch that names all members, and take another one if none does', () => {
    const plan: CodecPlan = {
      kind: 'union',
      branches: [
        {
          shape: {
            types: ['object'],
            required: ['a'],
            properties: { a: { types: ['string'] } },
            additional: false,
          },
        },
        {
          shape: {
            types: ['object'],
            required: ['a', 'at'],
            properties: { a: { types: ['string'] }, at: { types: ['string'], codec: 'date' } },
            additional: false,
          },
          plan: { kind: 'object', properties: { at: date } },
        },
      ],
    };
    expect(encode(plan, { a: 'x', at: new Date(0) })).toEqual({ a: 'x', at: '1970-01-01T00:00:00.000Z' });
    expect(encode(plan, { a: 'x', other: 1 })).toEqual({ a: 'x', other: 1 });
    expect(() => decode(plan, { a: 'x', other: 1 })).toThrow('one of the members of its union type');
  });
});

describe('options', () => {
  it('let the caller say how failures are reported', () => {
    const options: CodecOptions = {
      decodeError: (issues) => new TypeError(issues.map(({ path }) => path.join('/')).join()),
      encodeError: (issues) => new RangeError(issues.map(({ expected }) => expected).join()),
    };
    const codec = compileCodec({ kind: 'array', items: date }, {}, options);
    expect(() => codec.decode(['x', 'y'])).toThrow(new TypeError('0,1'));
    expect(() => codec.encode(['x'])).toThrow(new RangeError('a Date'));
  });
});

describe('a recursive union', () => {
  const shape = (name: string): Shape => ({
    types: ['object'],
    properties: { l: { types: ['object'] }, [name]: { types: ['string'] } },
  });
  const branchOf = (name: string): CodecPlan => ({
    kind: 'object',
    properties: {
      l: { kind: 'ref', name: 'Node' },
      [name]: { kind: 'date' },
      all: { kind: 'array', items: { kind: 'ref', name: 'Node' } },
    },
  });
  const Node: CodecPlan = {
    kind: 'union',
    branches: ['a', 'b', 'c'].map((name) => ({ shape: shape(name), plan: branchOf(name) })),
  };
  const codec = compileCodec({ kind: 'ref', name: 'Node' }, { Node });
  const counting = (count: { reads: number }, member: string, below: unknown): unknown => ({
    get [member]() {
      count.reads += 1;
      return below;
    },
  });

  it.each(['decode', 'encode'] as const)(
    'takes time in proportion to depth and breadth to %s',
    (direction) => {
      const run = (make: (count: { reads: number }) => unknown): number => {
        const count = { reads: 0 };
        codec[direction](make(count));
        return count.reads;
      };
      const deep = [10, 40, 160].map((depth) =>
        run((count) => Array.from({ length: depth }).reduce((below) => counting(count, 'l', below), {})),
      );
      const wide = [10, 40, 160].map((length) =>
        run((count) => ({ all: Array.from({ length }, () => counting(count, 'l', {})) })),
      );
      // Sixteen times as much; quadratic would be 256 times.
      for (const [short = 0, , long = 0] of [deep, wide]) expect(long).toBeLessThan(short * 40);
    },
  );
});

describe('built-ins', () => {
  it('refuse a plan with a built-in that only another version knows', () => {
    expect(() => compileCodec({ kind: 'plainYear' })).toThrow(
      "The manifest refers to the unknown built-in 'plainYear'.",
    );
    const shape: Shape = { types: ['string'], codec: 'plainYear' };
    expect(() => compileCodec({ kind: 'union', branches: [{ shape }] })).toThrow("'plainYear'");
  });
});

describe('a union of which a plain branch takes all JSON', () => {
  const { decode, encode } = compileCodec({
    kind: 'union',
    branches: [
      { shape: { types: ['object'], additional: {} } },
      {
        shape: {
          types: ['object'],
          required: ['since'],
          properties: { since: { types: ['string'], codec: 'date' }, deep: { types: ['object'] } },
          additional: false,
        },
        plan: {
          kind: 'object',
          properties: {
            since: { kind: 'date' },
            deep: { kind: 'object', properties: { to: { kind: 'url' } } },
          },
        },
      },
    ],
  });
  const since = '2026-01-31T09:30:00.000Z';

  it('keeps JSON as it is', () => {
    expect(decode({ since })).toEqual({ since });
  });

  it('writes built-in objects, and leaves what the other branch refuses', () => {
    expect(encode({ since: new Date(since) })).toEqual({ since });
    const plain = { since, deep: { to: 'no URL' } };
    expect(encode(plain)).toEqual(plain);
    const mixed = { since: new Date(since), deep: { to: 'no URL' } };
    expect(encode(mixed)).toEqual(mixed);
  });
});
