import type { CodecPlan } from '@toolwright/contract';
import { compileCodec } from '@toolwright/schema';
import type { CodecNode, Definitions, ObjectNode, PropertyNode, TypeNode } from '../ir.js';
import { findCodecAmbiguities } from './codec-ambiguity.js';
import { emitCodecPlan, emitCodecs } from './codec-plan.js';

const none: Definitions = new Map();
const text: TypeNode = { kind: 'string' };
const nothing: TypeNode = { kind: 'null' };
const date = codec('date');

function codec(kind: CodecNode['codec'], more: Partial<CodecNode> = {}): TypeNode {
  return { kind: 'codec', codec: kind, ...more };
}

function object(members: Record<string, TypeNode>, more: Partial<ObjectNode> = {}): ObjectNode {
  const properties = Object.entries(members).map(
    ([name, type]): PropertyNode => ({ name: name.replace('?', ''), type, optional: name.endsWith('?') }),
  );
  return { kind: 'object', properties, ...more };
}

function union(...members: TypeNode[]): TypeNode {
  return { kind: 'union', members };
}

function define(nodes: Record<string, TypeNode>): Definitions {
  return new Map(Object.entries(nodes).map(([id, node]) => [id, { id, name: id.toUpperCase(), node }]));
}

describe('emitCodecPlan', () => {
  it.each<[string, TypeNode]>([
    ['a string', text],
    ['an object of plain members', object({ a: text, b: { kind: 'array', items: text } })],
    ['a union of plain types', union(text, nothing)],
    ['a tuple of plain types', { kind: 'tuple', elements: [{ type: text, optional: false }], rest: text }],
    ['an open object', object({}, { additional: { kind: 'unknown' } })],
  ])('gives nothing for %s', (_name, node) => {
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

  it('tests a literal before the object whose text it might be', () => {
    const plan = emitCodecPlan(union(date, { kind: 'literal', value: 'now' }), none);
    expect(plan).toMatchObject({
      branches: [{ shape: { values: ['now'] } }, { shape: { codec: 'date' } }],
    });
  });

  it('knows the members of a discriminated union by the tag alone', () => {
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
  it('tell in memory by the keys which form a map travels in', () => {
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

  it('names recursive types and plans the others in place', () => {
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

  it('gives nothing where no type has a codec, also a recursive one', () => {
    const list = define({ list: object({ 'next?': { kind: 'ref', id: 'list' }, name: text }) });
    expect(emitCodecs({ parameters: { kind: 'ref', id: 'list' } }, list)).toBeUndefined();
    expect(emitCodecs({}, list)).toBeUndefined();
    expect(emitCodecs({ result: date }, list)).toEqual({ result: { kind: 'date' } });
  });
});

describe('findCodecAmbiguities', () => {
  const literal = (value: string | number): TypeNode => ({ kind: 'literal', value });

  it.each<[string, TypeNode, [string, string]]>([
    ['string | Date', union(text, date), ['string', 'Date']],
    ['string | URL', union(text, codec('url')), ['string', 'URL']],
    ['Date | URL', union(date, codec('url')), ['Date', 'URL']],
    ['Set | array', union(codec('set', { items: text }), { kind: 'array', items: text }), ['Set', 'array']],
    ['Map | object', union(codec('map', { items: text }), object({ 'a?': text })), ['Map', 'object']],
    [
      'arrays of Date and string',
      union({ kind: 'array', items: date }, { kind: 'array', items: text }),
      ['array', 'array'],
    ],
    ['objects whose Date differs', union(object({ at: date }), object({ at: text })), ['object', 'object']],
    [
      'maps of which one could be the other, though they travel differently',
      union(
        codec('map', { keys: text, items: date }),
        codec('map', { keys: union(text, { kind: 'number' }), items: text }),
      ),
      ['Map', 'Map'],
    ],
    [
      'such maps inside objects',
      union(
        object({ m: codec('map', { keys: text, items: date }) }),
        object({ m: codec('map', { keys: { kind: 'unknown' } }) }),
      ),
      ['object', 'object'],
    ],
    ['unknown | Date', union({ kind: 'unknown' }, date), ['unknown', 'Date']],
    [
      'a literal that is a Date',
      union(date, literal('2026-01-31T00:00:00Z')),
      ['Date', '"2026-01-31T00:00:00Z"'],
    ],
    [
      'an optional member that may be of the other',
      union(object({ 'at?': date }), object({}, { additional: text })),
      ['object', 'object'],
    ],
  ])('reports %s', (_name, node, members) => {
    expect(findCodecAmbiguities(node, none)).toEqual([{ path: '', members }]);
  });

  it.each<[string, TypeNode]>([
    ['Date | null', union(date, nothing)],
    ['Date | number', union(date, { kind: 'number' })],
    ['Date and a literal that is none', union(date, literal('now'), literal(5))],
    [
      'objects with tags',
      union(object({ kind: literal('a'), v: date }), object({ kind: literal('b'), v: text })),
    ],
    [
      'an object that needs what the other has not',
      union(object({ at: date }), object({ on: codec('url') })),
    ],
    [
      'objects of which only optional members differ in type',
      union(object({ 'at?': date }), object({ 'at?': { kind: 'number' } })),
    ],
    [
      'arrays that only share the empty one',
      union({ kind: 'array', items: date }, { kind: 'array', items: { kind: 'number' } }),
    ],
    [
      'sets that only share the empty one',
      union(codec('set', { items: date }), codec('set', { items: { kind: 'number' } })),
    ],
    [
      'maps that share no key',
      union(codec('map', { keys: text, items: date }), codec('map', { keys: date, items: text })),
    ],
    [
      'objects with tags and maps of either form',
      union(
        object({ kind: literal('a'), m: codec('map', { keys: text, items: date }) }),
        object({ kind: literal('b'), m: codec('map', { keys: { kind: 'unknown' } }) }),
      ),
    ],
    ['Map | array', union(codec('map', { items: text }), { kind: 'array', items: text })],
    [
      'a map beside an object that no map can be',
      union(codec('map', { items: { kind: 'number' } }), object({ a: text })),
    ],
    [
      'tuples of different first elements',
      union(
        {
          kind: 'tuple',
          elements: [
            { type: literal('at'), optional: false },
            { type: date, optional: false },
          ],
        },
        {
          kind: 'tuple',
          elements: [
            { type: literal('on'), optional: false },
            { type: codec('url'), optional: false },
          ],
        },
      ),
    ],
    ['the same object twice', union(object({ at: date, a: text }), object({ at: date, b: text }))],
    ['string | number', union(text, { kind: 'number' })],
  ])('lets %s pass', (_name, node) => {
    expect(findCodecAmbiguities(node, none)).toEqual([]);
  });

  it('says where the union stands, and takes named unions apart', () => {
    const definitions = define({
      when: union(text, date),
      row: object({ when: { kind: 'ref', id: 'when' } }),
    });
    const node = object({
      rows: { kind: 'array', items: { kind: 'ref', id: 'row' } },
      'end?': union({ kind: 'ref', id: 'when' }, nothing),
    });
    expect(findCodecAmbiguities(node, definitions)).toEqual([
      { path: 'rows[].when', members: ['string', 'Date'] },
      { path: 'end', members: ['string', 'Date'] },
    ]);
  });

  it('ends for types that contain themselves', () => {
    const definitions = define({
      a: union(
        object({ next: { kind: 'ref', id: 'a' }, at: date }),
        object({ next: { kind: 'ref', id: 'b' }, on: date }),
      ),
      b: union(object({ next: { kind: 'ref', id: 'a' } }), nothing),
    });
    expect(findCodecAmbiguities({ kind: 'ref', id: 'a' }, definitions)).toEqual([]);
  });
});
