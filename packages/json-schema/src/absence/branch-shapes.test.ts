import type { JsonSchema } from '@toolwright/contract';
import { growth } from '../../../../scripts/growth.mjs';
import { findCycles } from '../document/cycles.js';
import { acceptsNull } from '../lower/accepts-null.js';
import { planAbsence } from './absence-plan.js';
import { branchShapes } from './branch-shapes.js';

const tagged = (tag: JsonSchema, more: Record<string, JsonSchema> = {}): JsonSchema => ({
  type: 'object',
  properties: { kind: tag, ...more },
  required: ['kind'],
  additionalProperties: false,
});
const text: JsonSchema = { type: 'string' };
const apart = (branches: readonly JsonSchema[], root: JsonSchema = {}): boolean[] =>
  branchShapes(branches, root, 'required').map(({ isApart }) => isApart);

describe('branchShapes', () => {
  it('recognises branches by their JSON types', () => {
    const root = { $defs: { Many: { anyOf: [tagged({ const: 'a' }), tagged(text)] } } };
    expect(branchShapes([{ $ref: '#/$defs/Many' }, { type: 'null' }], root, 'required')).toEqual([
      { shape: { types: ['object'] }, isApart: true },
      { shape: { types: ['null'] }, isApart: true },
    ]);
  });

  it('recognises an object by a literal of its own', () => {
    expect(apart([tagged({ const: 'a' }), tagged({ enum: ['b', 'c'] }), tagged({ const: 1 })])).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each<[string, JsonSchema[], boolean[]]>([
    ['a literal is there twice', [tagged({ const: 'a' }), tagged({ const: 'a' })], [false, false]],
    ['one object has no literal', [tagged({ const: 'a' }), tagged(text)], [false, false]],
    [
      'a tag may be absent',
      [tagged({ const: 'a' }), { ...tagged({ const: 'b' }), required: [] }],
      [false, false],
    ],
    ['one may be anything', [tagged({ const: 'a' }), {}], [false, false]],
  ])('compares more closely if %s', (_name, branches, expected) => {
    expect(apart(branches)).toEqual(expected);
  });
});

describe('schemas whose definitions all refer to each other', () => {
  /** Unions in unions, as in syntax trees. */
  const tree = (size: number): JsonSchema => {
    const nodes = Array.from({ length: size }, (_, index) => ({
      ...tagged({ const: `n${index}` }, { left: { $ref: '#/$defs/Node' }, [`own${index}`]: text }),
    }));
    const definitions = nodes.map((node, index) => [`N${index}`, node] as const);
    const all = definitions.map(([name]) => ({ $ref: `#/$defs/${name}` }));
    return { ...tagged(text), $defs: { Node: { anyOf: all }, ...Object.fromEntries(definitions) } };
  };

  it('are planned in linear time', async () => {
    expect(await growth((size) => planAbsence(tree(size), 'required'), [100, 400, 1_600])).toBe('linear');
  });

  it('are searched for circles in linear time', async () => {
    expect(findCycles(tree(3)).get('N1')).toEqual(new Set(['Node', 'N0', 'N1', 'N2']));
    expect(await growth((size) => findCycles(tree(size)), [1_000, 4_000, 16_000])).toBe('linear');
  });

  it('may have unions that reach themselves', () => {
    const root: JsonSchema = {
      $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }, text] }, B: { anyOf: [{ $ref: '#/$defs/A' }] } },
    };
    expect(acceptsNull({ $ref: '#/$defs/A' }, root)).toBe(false);
    expect(
      planAbsence({ type: 'object', properties: { a: { $ref: '#/$defs/A' } }, ...root }, 'required').root,
    ).toEqual({
      kind: 'object',
      absent: ['a'],
      properties: { a: { kind: 'ref', name: 'A' } },
      patterns: {},
    });
  });
});
