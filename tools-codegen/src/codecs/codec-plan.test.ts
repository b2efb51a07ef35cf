import type { CodecPlan } from '@toolwright/contract';
import { compileCodec } from '@toolwright/json-schema';
import fc from 'fast-check';
import { growth } from '../../../scripts/growth.mjs';
import { arbitraryType } from '../emit/arbitrary-type.test.support.js';
import { codec, date, define, none, nothing, object, text, union } from '../emit/type-nodes.test.support.js';
import type { TypeNode } from '../ir/type-node.js';
import { CodecPlanner, emitCodecPlan } from './codec-plan.js';
import { emitCodecs } from './emit-codecs.test.support.js';

describe('emitCodecPlan', () => {
  it.each<[string, TypeNode]>([
    ['a string', text],
    ['an object of plain members', object({ a: text, b: { kind: 'array', items: text } })],
    ['a union of plain types', union(text, nothing)],
    ['a tuple of plain types', { kind: 'tuple', elements: [{ type: text, optional: false }], rest: text }],
    ['an open object', object({}, { additional: { kind: 'unknown' } })],
  ])('returns nothing for %s', (_name, node) => {
    expect(emitCodecPlan(node, none)).toBeUndefined();
  });

  it.each<[string, TypeNode, CodecPlan]>([
    ['a date', date, { kind: 'date' }],
    ['a day', codec('date', { format: 'date' }), { kind: 'date', format: 'date' }],
    ['a set', codec('set', { items: codec('url') }), { kind: 'set', items: { kind: 'url' } }],
    ['a set of plain items', codec('set', { items: text }), { kind: 'set' }],
    [
      'a map with string keys',
      codec('map', { keys: text, items: date }),
      { kind: 'map', form: 'object', values: { kind: 'date' } },
    ],
    [
      'another map',
      codec('map', { keys: codec('bigint'), items: text }),
      { kind: 'map', form: 'pairs', keys: { kind: 'bigint' } },
    ],
    ['an array', { kind: 'array', items: date }, { kind: 'array', items: { kind: 'date' } }],
    [
      'a tuple',
      { kind: 'tuple', elements: [{ type: text, optional: false }], rest: date },
      { kind: 'tuple', prefix: [null], rest: { kind: 'date' } },
    ],
    ['some members', object({ a: text, at: date }), { kind: 'object', properties: { at: { kind: 'date' } } }],
    [
      'patterns and other members',
      object({ a: text }, { patterns: [{ pattern: '^x', type: text }], additional: date }),
      { kind: 'object', plain: ['a'], patterns: [{ pattern: '^x' }], additional: { kind: 'date' } },
    ],
    [
      'a union with a string that takes all dates',
      union(date, text),
      {
        kind: 'union',
        branches: [
          { shape: { types: ['string'] } },
          { shape: { types: ['string'], codec: 'date' }, plan: { kind: 'date' } },
        ],
      },
    ],
    [
      'an optional object',
      union(date, nothing),
      {
        kind: 'union',
        branches: [
          { shape: { types: ['string'], codec: 'date' }, plan: { kind: 'date' } },
          { shape: { types: ['null'] } },
        ],
      },
    ],
  ])('plans %s', (_name, node, plan) => {
    expect(emitCodecPlan(node, none)).toEqual(plan);
  });

  it('tests for a literal before an object that may have the same text', () => {
    const plan = emitCodecPlan(union(date, { kind: 'literal', value: 'now' }), none);
    expect(plan).toMatchObject({
      branches: [{ shape: { values: ['now'] } }, { shape: { codec: 'date' } }],
    });
  });

  it('knows members with a literal of their own by it, and others by their members', () => {
    const literal = (value: string): TypeNode => ({ kind: 'literal', value });
    const plan = emitCodecPlan(
      union(
        object({ kind: literal('a'), at: date, more: text }),
        object({ kind: literal('b'), text }),
        object({ kind: literal('b'), number: { kind: 'number' } }),
        text,
      ),
      none,
    );
    const first = {
      types: ['object'],
      required: ['kind'],
      properties: { kind: { types: ['string'], values: ['a'] } },
    };
    expect(plan).toMatchObject({
      branches: [{ shape: first }, { shape: { required: ['kind', 'text'] } }, {}, {}],
    });
  });

  it('describes a member of unions inside unions in a bounded size', () => {
    const tree: TypeNode = { kind: 'ref', id: 'tree' };
    const members = Array.from({ length: 60 }, (_, index) =>
      object({ a: tree, b: tree, [`at${index}`]: date }),
    );
    const plan = emitCodecPlan(union(...members), define({ tree: union(...members) }));
    expect(JSON.stringify(plan).length).toBeLessThan(60 * 60_000);
  });

  it('ends for a named union whose array holds a union with it', () => {
    const tree: TypeNode = { kind: 'ref', id: 'tree' };
    const list: TypeNode = { kind: 'array', items: union(tree, { kind: 'array', items: nothing }) };
    const definitions = define({ tree: union(date, { kind: 'number' }, list) });
    const codecs = emitCodecs({ parameters: object({ tree }) }, definitions);
    if (codecs?.parameters === undefined) throw new Error('There is a date in the tree.');
    const { decode } = compileCodec(codecs.parameters, codecs.definitions);
    const day = '2026-01-31T00:00:00.000Z';
    expect(decode({ tree: [1, [day]] })).toEqual({ tree: [1, [new Date(day)]] });
  });

  it('finds the codec at the end of chains in linear time', async () => {
    const plan = (length: number): void => {
      const ref = (index: number): TypeNode => ({ kind: 'ref', id: String(index) });
      const nodes = Array.from({ length }, (_, index) =>
        object({ next: index + 1 < length ? ref(index + 1) : date }),
      );
      const planner = new CodecPlanner(define(Object.fromEntries(nodes.entries())));
      for (let index = 0; index < length; index += 1) expect(planner.reaches(ref(index))).toBe(true);
    };
    expect(await growth(plan, [1_000, 4_000, 16_000])).toBe('linear');
  });

  it('recognises the members of a discriminated union by the tag alone', () => {
    const one = object({ kind: { kind: 'literal', value: 'a' }, at: date, more: text });
    const other = object({ kind: { kind: 'literal', value: 'b' } });
    expect(emitCodecPlan({ kind: 'union', members: [one, other], discriminator: 'kind' }, none)).toEqual({
      kind: 'union',
      branches: [
        {
          shape: {
            types: ['object'],
            required: ['kind'],
            properties: { kind: { types: ['string'], values: ['a'] } },
          },
          plan: { kind: 'object', properties: { at: { kind: 'date' } } },
        },
        {
          shape: {
            types: ['object'],
            required: ['kind'],
            properties: { kind: { types: ['string'], values: ['b'] } },
          },
        },
      ],
    });
  });
});

describe('unions of maps', () => {
  it('are distinguished in memory by the keys that decide the JSON form of a map', () => {
    const maps = union(
      codec('map', { keys: date, items: text }),
      codec('map', { keys: text, items: { kind: 'boolean' } }),
    );
    const plan = emitCodecPlan(maps, none);
    const { encode, decode } = compileCodec(plan ?? { kind: 'date' });
    for (const map of [new Map([[new Date(0), 'x']]), new Map([['a', true]]), new Map()]) {
      expect(decode(encode(map))).toEqual(map);
    }
    expect(encode(new Map([['a', true]]))).toEqual({ a: true });
    expect(encode(new Map([[new Date(0), 'x']]))).toEqual([['1970-01-01T00:00:00.000Z', 'x']]);
  });
});

describe('emitCodecs', () => {
  const tree = object({
    at: date,
    'next?': union({ kind: 'ref', id: 'tree' }, nothing),
    tag: { kind: 'ref', id: 'tag' },
  });
  const definitions = define({ tree, tag: object({ name: text }), once: object({ home: codec('url') }) });

  it('names recursive types and inlines the others', () => {
    const parameters = object({ tree: { kind: 'ref', id: 'tree' }, once: { kind: 'ref', id: 'once' } });
    const ref: CodecPlan = { kind: 'ref', name: 'TREE' };
    expect(emitCodecs({ parameters }, definitions)).toEqual({
      parameters: {
        kind: 'object',
        properties: { tree: ref, once: { kind: 'object', properties: { home: { kind: 'url' } } } },
      },
      definitions: {
        TREE: {
          kind: 'object',
          properties: {
            at: { kind: 'date' },
            next: {
              kind: 'union',
              branches: [{ shape: expect.anything(), plan: ref }, { shape: { types: ['null'] } }],
            },
          },
        },
      },
    });
  });

  it('shares definitions between parameters and result', () => {
    const codecs = emitCodecs(
      { parameters: object({ o: { kind: 'ref', id: 'once' } }), result: { kind: 'ref', id: 'once' } },
      definitions,
    );
    expect(codecs).toEqual({
      parameters: { kind: 'object', properties: { o: { kind: 'ref', name: 'ONCE' } } },
      result: { kind: 'ref', name: 'ONCE' },
      definitions: { ONCE: { kind: 'object', properties: { home: { kind: 'url' } } } },
    });
  });

  it('returns nothing if no type has a codec, even a recursive one', () => {
    const list = define({ list: object({ 'next?': { kind: 'ref', id: 'list' }, name: text }) });
    expect(emitCodecs({ parameters: { kind: 'ref', id: 'list' } }, list)).toBeUndefined();
    expect(emitCodecs({}, list)).toBeUndefined();
    expect(emitCodecs({ result: date }, list)).toEqual({ result: { kind: 'date' } });
  });
});

describe('CodecPlanner', () => {
  it('finds built-in objects in exactly the types that have a plan', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(arbitraryType(), ({ node, definitions }) => {
        const table = new Map(definitions.map((definition) => [definition.id, definition]));
        const hasPlan = emitCodecPlan(node, table) !== undefined;
        seen.add(hasPlan);
        expect(new CodecPlanner(table).reaches(node)).toBe(hasPlan);
      }),
    );
    expect(seen.size).toBe(2);
  });
});
