import { growth } from '../../../scripts/growth.mjs';
import { codec, date, define, none, nothing, object, text, union } from '../emit/type-nodes.test.support.js';
import type { TypeNode } from '../ir/type-node.js';
import { findCodecAmbiguities } from './codec-ambiguity.js';

describe('findCodecAmbiguities', () => {
  const literal = (value: string | number): TypeNode => ({ kind: 'literal', value });
  const anything: TypeNode = { kind: 'unknown' };

  it.each<[string, TypeNode, [string, string]]>([
    ['a string of limited length | Date', union({ kind: 'string', maxLength: 9 }, date), ['string', 'Date']],
    ['a branded string | Date', union({ kind: 'string', branded: true }, date), ['string', 'Date']],
    ['a template | URL', union({ kind: 'string', template: '^x-' }, codec('url')), ['string', 'URL']],
    [
      'a string with a format that dates do not have',
      union({ kind: 'string', format: 'email' }, date),
      ['string', 'Date'],
    ],
    [
      'arrays of Date and string of which one may not be empty',
      union({ kind: 'array', items: date }, { kind: 'array', items: text, minItems: 1 }),
      ['Date[]', 'string[]'],
    ],
    [
      'a string that is all of one built-in, but not of another',
      union({ kind: 'string', format: 'uri' }, codec('url'), date),
      ['string', 'Date'],
    ],
    ['Date | URL', union(date, codec('url')), ['Date', 'URL']],
    [
      'Set | array that does not take all',
      union(codec('set', { items: { kind: 'unknown' } }), { kind: 'array', items: text }),
      ['Set<unknown>', 'string[]'],
    ],
    [
      'an object with a Date | a record that takes only some of its members',
      union(object({ since: date, 'n?': { kind: 'number' } }), object({}, { additional: text })),
      ['{ since: Date; n?: number }', 'Record<string, string>'],
    ],
    [
      'Map | object',
      union(codec('map', { items: text }), object({ 'a?': text })),
      ['Map<string, string>', '{ a?: string }'],
    ],
    [
      'objects whose Date differs',
      union(object({ at: date, 'n?': text }), object({ at: text })),
      ['{ at: Date; n?: string }', '{ at: string }'],
    ],
    [
      'maps of which one could be the other, though they travel differently',
      union(
        codec('map', { keys: text, items: date }),
        codec('map', { keys: union(text, { kind: 'number' }), items: text }),
      ),
      ['Map<string, Date>', 'Map<string | number, string>'],
    ],
    [
      'such maps inside objects',
      union(
        object({ m: codec('map', { keys: text, items: date }) }),
        object({ m: codec('map', { keys: { kind: 'unknown' } }) }),
      ),
      ['{ m: Map<string, Date> }', '{ m: Map<unknown, unknown> }'],
    ],
    [
      'a literal that is a Date',
      union(date, literal('2026-01-31T00:00:00Z')),
      ['Date', '"2026-01-31T00:00:00Z"'],
    ],
  ])('reports %s', (_name, node, members) => {
    expect(findCodecAmbiguities(node, none)).toMatchObject([{ path: '', members }]);
  });

  it.each<[string, TypeNode]>([
    ['Date | null', union(date, nothing)],
    ['string | Date', union(text, date)],
    ['Date | URL | string | null', union(date, codec('url'), text, nothing)],
    ['bigint | string', union(codec('bigint'), text)],
    ['a string with the format of the Date', union({ kind: 'string', format: 'date-time' }, date)],
    ['arrays of Date and string', union({ kind: 'array', items: date }, { kind: 'array', items: text })],
    [
      'objects of which one may have a Date in the place of a string',
      union(object({ at: union(date, text), 'a?': text }), object({ at: text, 'b?': text })),
    ],
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
    [
      'an optional Date | a record of strings',
      union(object({ 'at?': date }), object({}, { additional: text })),
    ],
    [
      'objects of which one has a Date and the other its text',
      union(object({ at: date }), object({ at: text })),
    ],
    ['unknown | Date', union({ kind: 'unknown' }, date)],
    ['Set | array of the same', union(codec('set', { items: text }), { kind: 'array', items: text })],
    ['Map | an open object', union(codec('map', { items: date }), object({}, { additional: anything }))],
    [
      'an object with a Date | an open object',
      union(object({ since: date }), object({}, { additional: anything })),
    ],
    [
      'an object with a Date | an object that names the member and is open',
      union(object({ since: date, 'n?': text }), object({ since: text }, { additional: text })),
    ],
    [
      'a list of objects | a list of anything',
      union({ kind: 'array', items: object({ since: date }) }, { kind: 'array', items: anything }),
    ],
    [
      'a tuple | a list of anything',
      union(
        {
          kind: 'tuple',
          elements: [
            { type: date, optional: false },
            { type: text, optional: true },
          ],
        },
        { kind: 'array', items: anything },
      ),
    ],
    [
      'a Date four levels down | an open object',
      union(
        object({ a: object({ b: object({ c: object({ at: date }) }) }) }),
        object({}, { additional: anything }),
      ),
    ],
    [
      'two objects that one open object takes',
      union(object({ at: date }), object({ at: codec('url') }), object({}, { additional: anything })),
    ],
  ])('accepts %s', (_name, node) => {
    expect(findCodecAmbiguities(node, none)).toEqual([]);
  });

  it('says where the union stands, a named one once', () => {
    const definitions = define({
      when: union(codec('url'), date),
      row: object({ when: { kind: 'ref', id: 'when' } }),
    });
    const node = object({
      rows: { kind: 'array', items: { kind: 'ref', id: 'row' } },
      'end?': union({ kind: 'ref', id: 'when' }, nothing),
    });
    expect(findCodecAmbiguities(node, definitions)).toEqual([
      { path: 'rows[].when', members: ['URL', 'Date'] },
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

  it('compares members that share a literal with each other only', () => {
    const literalType = literal('Literal');
    const tree = union(
      object({ type: literalType, value: union(text, { kind: 'number' }) }),
      object({ type: literalType, 'value?': codec('regexp'), regex: object({ pattern: text }) }),
      object({ type: literalType, 'value?': codec('bigint'), bigint: text }),
      object({
        type: literal('Binary'),
        left: { kind: 'ref', id: 'tree' },
        right: { kind: 'ref', id: 'tree' },
      }),
    );
    expect(findCodecAmbiguities({ kind: 'ref', id: 'tree' }, define({ tree }))).toEqual([]);
  });

  it('refuses a union of too many types to compare', () => {
    const members = Array.from({ length: 300 }, (_, index) => object({ [`at${index}`]: date }));
    expect(findCodecAmbiguities(union(...members), none)).toEqual([
      { path: '', members: ['{ at76: Date }', '{ at202: Date }'], isUndecided: true },
    ]);
  });

  it('compares unions inside the members of unions once', async () => {
    const find = (size: number): void => {
      const tree: TypeNode = { kind: 'ref', id: 'tree' };
      const members = Array.from({ length: size }, (_, index) =>
        object({ a: tree, b: tree, c: tree, [`at${index}`]: date }),
      );
      findCodecAmbiguities(tree, define({ tree: union(...members) }));
    };
    // The number of pairs grows as the square of the size.
    expect(await growth((pairs) => find(Math.sqrt(pairs)), [100, 400, 1_600])).toBe('linear');
  });

  it('tells many classes apart by the tag that their toJSON gives', () => {
    const event = (index: number, kind = literal(`e${index}`)): TypeNode => ({
      kind: 'class',
      name: `E${index}`,
      binding: { file: '/e.ts', exportName: `E${index}`, localName: `E${index}` },
      json: object({ kind, at: date }),
    });
    const events = Array.from({ length: 300 }, (_, index) => event(index));
    expect(findCodecAmbiguities(union(...events), none)).toEqual([]);
    expect(findCodecAmbiguities(union(...events, nothing), none)).toEqual([]);
    expect(findCodecAmbiguities(union(...events, event(300, literal('e7'))), none)).toEqual([
      { path: '', members: ['E7', 'E300'], ofClass: true },
    ]);
    expect(findCodecAmbiguities(union(...events, object({ 'kind?': text, at: date })), none)).not.toEqual([]);
  });

  it('looks at the JSON of classes, also of those that differ only in their type arguments', () => {
    const box = (json: TypeNode): TypeNode => ({
      kind: 'class',
      name: 'Box',
      binding: { file: '/box.ts', exportName: 'Box', localName: 'Box' },
      json,
    });
    const boxes = (one: TypeNode, other: TypeNode) =>
      findCodecAmbiguities(union(box(object({ value: one })), box(object({ value: other }))), none);
    expect(boxes(text, { kind: 'number' })).toEqual([]);
    expect(boxes(text, text)).toEqual([]);
    expect(boxes(text, date)).toEqual([{ path: '', members: ['Box', 'Box'], ofClass: true }]);
    expect(findCodecAmbiguities(union(box(text), text), none)).toEqual([
      { path: '', members: ['Box', 'string'], ofClass: true },
    ]);
    expect(findCodecAmbiguities(object({ of: box(union(codec('url'), date)) }), none)).toEqual([
      { path: 'of', members: ['URL', 'Date'] },
    ]);
  });
});
