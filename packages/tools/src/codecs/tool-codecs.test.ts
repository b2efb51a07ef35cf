import type { CodecPlan, JsonSchema, ToolCodecs } from '@toolwright/contract';
import fc from 'fast-check';
import { ToolRegistry } from '../index.js';
import { entry, manifestOf } from '../weather.test.fixture.js';

const date: JsonSchema = { type: 'string', format: 'date-time' };
const text: JsonSchema = { type: 'string' };
const closed = { type: 'object', additionalProperties: false } as const;

const PROPERTIES: Record<string, JsonSchema> = {
  at: date,
  link: { type: 'string', format: 'uri' },
  count: { type: 'string', pattern: '^-?[0-9]+$' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  pattern: { anyOf: [{ type: 'string', format: 'regex' }, { type: 'null' }] },
  days: { type: 'array', items: date, uniqueItems: true },
  index: { type: 'object', additionalProperties: text },
  pairs: { type: 'array', items: { type: 'array', prefixItems: [text, date], minItems: 2, items: false } },
  record: { type: 'object', additionalProperties: { type: 'array', items: date } },
  tree: { $ref: '#/$defs/Tree' },
  plain: { type: 'integer' },
};
const $defs: Record<string, JsonSchema> = {
  Tree: {
    ...closed,
    properties: { at: date, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['at', 'children'],
  },
};
const PLANS: Record<string, CodecPlan> = {
  at: { kind: 'date' },
  link: { kind: 'url' },
  count: { kind: 'bigint' },
  bytes: { kind: 'bytes' },
  pattern: {
    kind: 'union',
    branches: [
      { shape: { types: ['string'], codec: 'regexp' }, plan: { kind: 'regexp' } },
      { shape: { types: ['null'] } },
    ],
  },
  days: { kind: 'set', items: { kind: 'date' } },
  index: { kind: 'map', form: 'object', values: { kind: 'bigint' } },
  pairs: { kind: 'map', form: 'pairs', keys: { kind: 'bigint' }, values: { kind: 'date' } },
  record: { kind: 'object', additional: { kind: 'array', items: { kind: 'date' } } },
  tree: { kind: 'ref', name: 'Tree' },
};
const codecs: ToolCodecs = {
  parameters: { kind: 'object', properties: PLANS },
  result: { kind: 'object', properties: PLANS },
  definitions: {
    Tree: {
      kind: 'object',
      properties: { at: { kind: 'date' }, children: { kind: 'array', items: { kind: 'ref', name: 'Tree' } } },
    },
  },
};

/** A registry with one tool, `keep`, and what that tool got. */
function setup(work: (given: unknown) => unknown = (given) => given) {
  const got: unknown[] = [];
  const fn = (given: unknown): unknown => {
    got.push(given);
    return work(given);
  };
  const keep = entry('keep', () => fn, { parameters: ['values'], whole: true }, PROPERTIES, {
    $defs,
    codecs,
  });
  return { registry: new ToolRegistry(manifestOf(keep)).register(fn), got };
}

const VALUES = {
  at: new Date(0),
  link: new URL('https://example.com/a?b#c'),
  count: 2n ** 70n,
  bytes: new Uint8Array([0, 255, 7]),
  pattern: /^\d+$/u,
  days: new Set([new Date(1), new Date(2)]),
  index: new Map([['a', 1n]]),
  pairs: new Map([[5n, new Date(3)]]),
  record: { x: [new Date(4)] },
  tree: { at: new Date(5), children: [{ at: new Date(6), children: [] }] },
  plain: 1,
};
const JSON_FORM = {
  at: '1970-01-01T00:00:00.000Z',
  link: 'https://example.com/a?b#c',
  count: '1180591620717411303424',
  bytes: 'AP8H',
  pattern: '^\\d+$',
  days: ['1970-01-01T00:00:00.001Z', '1970-01-01T00:00:00.002Z'],
  index: { a: '1' },
  pairs: [['5', '1970-01-01T00:00:00.003Z']],
  record: { x: ['1970-01-01T00:00:00.004Z'] },
  tree: {
    at: '1970-01-01T00:00:00.005Z',
    children: [{ at: '1970-01-01T00:00:00.006Z', children: [] }],
  },
  plain: 1,
};

describe('a tool whose values travel in another form', () => {
  it('gets real objects from the JSON of a model, and answers in JSON', async () => {
    const { registry, got } = setup();
    expect(await registry.execute('keep', JSON.stringify(JSON_FORM))).toEqual({
      result: JSON_FORM,
      error: null,
    });
    const [{ bytes, ...others }] = got as [typeof VALUES];
    const { bytes: expectedBytes, ...expected } = VALUES;
    expect(others).toEqual(expected);
    expect(Array.from(bytes)).toEqual(Array.from(expectedBytes));
    expect(others.pattern.test('12')).toBe(true);
  });

  it('gets and gives the caller’s own objects in direct calls', async () => {
    const { registry, got } = setup();
    expect(await registry.call('keep', VALUES)).toBe(VALUES);
    expect(registry.callSync('keep', VALUES)).toBe(VALUES);
    expect(got).toEqual([VALUES, VALUES]);
    expect(got[0]).toBe(VALUES);
  });

  it('may be called without what is optional', async () => {
    const { registry, got } = setup(() => undefined);
    expect(await registry.execute('keep', '')).toEqual({ result: null, error: null });
    expect(await registry.execute('keep', { pattern: null, at: null })).toEqual({
      result: null,
      error: null,
    });
    expect(registry.callSync('keep')).toBeUndefined();
    expect(got).toEqual([{}, { pattern: null }, {}]);
  });

  it('gets repaired values where those of a call had to be repaired', async () => {
    const { registry, got } = setup();
    const given = { at: new Date(0), plain: '1' };
    await registry.call('keep', given, { coercion: 'safe' });
    expect(got).toEqual([{ at: new Date(0), plain: 1 }]);
    await expect(registry.call('keep', given)).rejects.toMatchObject({
      message: 'Invalid arguments for \'keep\': plain must be a whole number; got "1".',
    });
  });

  it('survives the way in and out with any values', async () => {
    const { registry } = setup();
    const at = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') });
    const values = fc.record(
      {
        at,
        count: fc.bigInt(),
        bytes: fc.uint8Array(),
        days: fc.uniqueArray(at, { selector: Number }).map((days) => new Set(days)),
        index: fc.dictionary(fc.string(), fc.bigInt()).map((members) => new Map(Object.entries(members))),
        record: fc.dictionary(fc.stringMatching(/^[a-z]*$/), fc.array(at)),
        tree: fc.letrec<{ tree: unknown; children: readonly unknown[] }>((tie) => ({
          tree: fc.record({ at, children: tie('children') }),
          children: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 2 })),
        })).tree,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const unsafe = ['__proto__', 'constructor', 'prototype'];
        fc.pre(
          ![...(value.index?.keys() ?? []), ...Object.keys(value.record ?? {})].some((key) =>
            unsafe.includes(key),
          ),
        );
        const sent = setup(() => value);
        const { result, error } = await sent.registry.execute('keep', {});
        expect(error).toBeNull();
        expect(await registry.execute('keep', JSON.stringify(result))).toEqual({ result, error: null });
        expect(registry.callSync('keep', value)).toBe(value);
      }),
    );
  });
});

describe('wrong values', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ at: JSON_FORM.at }, 'at must be a Date; got "1970-01-01T00:00:00.000Z".'],
    [{ at: new Date(Number.NaN) }, 'at must be a valid Date; got an Invalid Date.'],
    [{ link: 'https://example.com' }, 'link must be a URL; got "https://example.com".'],
    [{ count: 5 }, 'count must be a bigint; got 5.'],
    [{ bytes: 'AP8H' }, 'bytes must be a Uint8Array; got "AP8H".'],
    [{ pattern: 'a' }, 'pattern must be one of the alternatives of its type; got "a".'],
    [{ days: [new Date(0)] }, 'days must be a Set; got an array.'],
    [{ days: new Set(['x']) }, 'days[0] must be a Date; got "x".'],
    [{ index: { a: 1n } }, 'index must be a Map; got an object.'],
    [
      { record: { x: [new Date(0), 'x'] }, at: 1 },
      'at must be a Date; got 1. record.x[1] must be a Date; got "x".',
    ],
    [
      { tree: { at: new Date(0), children: [{ at: 0, children: [] }] } },
      'tree.children[0].at must be a Date; got 0.',
    ],
  ])('of a direct call are refused with a sentence: %j', async (values, message) => {
    const { registry, got } = setup();
    const refused = { code: 'INVALID_ARGUMENTS', message: `Invalid arguments for 'keep': ${message}` };
    await expect(registry.call('keep', values)).rejects.toMatchObject(refused);
    expect(() => registry.callSync('keep', values)).toThrow(expect.objectContaining(refused));
    expect(registry.validate('keep', values)).toMatchObject({ ok: false, message });
    expect(got).toEqual([]);
  });

  it.each([[5], [new Date(0)], [[]]])('are refused as a whole, too: %j', (values) => {
    const { registry } = setup();
    expect(() => registry.callSync('keep', values)).toThrow(/: The arguments must be an object; got/);
  });

  it('that no codec is about are refused by validation', () => {
    const { registry } = setup();
    expect(() => registry.callSync('keep', { ...VALUES, plain: 'x', more: 1 })).toThrow(
      /^Invalid arguments for 'keep': Unknown argument 'more'\. Allowed: .*plain must be a whole number; got "x"\.$/,
    );
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [
      { at: 'soon' },
      /^Invalid arguments for 'keep': at must be in the format date-time, like .*; got "soon"\.$/,
    ],
    [{ at: 5 }, /: at must be a string; got 5\.$/],
    // What follows has the right format, but is no such object.
    [
      { count: '007' },
      /: count must be a whole number in decimal digits as a string, such as "42"; got "007"\.$/,
    ],
    [{ bytes: '?' }, /: bytes must be base64 with padding, such as "aGVsbG8="; got "\?"\.$/],
    [
      {
        pairs: [
          ['1', JSON_FORM.at],
          ['1', JSON_FORM.at],
        ],
        count: '-0',
      },
      /: count must be a whole number .*; got "-0"\. pairs\[1\] must be a pair with a key of its own; got a key again\.$/,
    ],
  ])('of a model are answered with path and expectation: %j', async (args, error) => {
    const { registry, got } = setup();
    expect(await registry.execute('keep', args)).toEqual({
      result: null,
      error: expect.stringMatching(error),
    });
    expect(registry.validate('keep', JSON.stringify(args))).toMatchObject({ ok: false });
    expect(got).toEqual([]);
  });

  it('in a result are an error of the tool', async () => {
    const { registry } = setup(() => ({ at: 'today', record: { x: [1] } }));
    expect(await registry.execute('keep', {})).toEqual({
      result: null,
      error:
        'The tool\'s result must have at at a Date, not "today".\nThe tool\'s result must have at record.x[0] a Date, not 1.',
    });
  });
});

describe('validate', () => {
  it('takes JSON text or real values, and gives real values', () => {
    const { registry } = setup();
    const at = new Date(0);
    expect(registry.validate('keep', { at })).toEqual({ ok: true, value: { at } });
    expect(registry.validate('keep', `{"at":"${JSON_FORM.at}"}`)).toEqual({ ok: true, value: { at } });
  });
});

describe('codecs of the result alone', () => {
  it('leave direct calls as they are', async () => {
    const at = new Date(0);
    const now = (): Date => at;
    const registry = new ToolRegistry(
      manifestOf(entry('now', () => now, { parameters: [] }, {}, { codecs: { result: { kind: 'date' } } })),
    ).register(now);
    expect(registry.callSync('now')).toBe(at);
    expect(await registry.call('now')).toBe(at);
    expect(await registry.execute('now', {})).toEqual({ result: JSON_FORM.at, error: null });
  });

  it('encode what a generator returns', async () => {
    async function* watch(): AsyncGenerator<number, Set<bigint>> {
      yield 1;
      return new Set([1n, 2n]);
    }
    const codec: ToolCodecs = { result: { kind: 'set', items: { kind: 'bigint' } } };
    const registry = new ToolRegistry(
      manifestOf(entry('watch', () => watch, { parameters: [] }, {}, { codecs: codec })),
    ).register(watch);
    expect(await registry.execute('watch', {})).toEqual({ result: ['1', '2'], error: null });
  });
});

it('codecs that name what they do not define are refused at registration', () => {
  const fn = (): void => undefined;
  const broken: ToolCodecs = { parameters: { kind: 'ref', name: 'Gone' } };
  const registry = new ToolRegistry(
    manifestOf(entry('fn', () => fn, { parameters: [] }, {}, { codecs: broken })),
  );
  expect(() => registry.register(fn)).toThrow(
    expect.objectContaining({ code: 'INVALID_TOOL', message: expect.stringContaining("'Gone'") }),
  );
});
