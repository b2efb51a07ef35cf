import type { JsonSchema, ToolSpec } from '@toolwright/contract';
import { toolProse } from './tool-prose.js';
import { typeProse } from './type-prose.js';

describe('a type', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: true }, 'true'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      '[string, ...number[]]',
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      {
        anyOf: [
          { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
          { type: 'null' },
        ],
      },
      '{ a: string, b?: any } | null',
    ],
    [{ $ref: '#/$defs/City' }, 'City'],
    [{ allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] }, 'A & B'],
    [{ type: 'object' }, 'object'],
    [{}, 'any'],
  ])('%j is described as %s', (schema, expected) => {
    expect(typeProse(schema)).toBe(expected);
  });
});

// D1
it('tools are described as lists of their parameters, with nested ones below and recursive types by name', () => {
  const tree: JsonSchema = {
    type: 'object',
    properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['label'],
  };
  const spec = (name: string, parameters: ToolSpec['parameters']): ToolSpec => ({
    name,
    description: 'Does it.\n  Twice.',
    parameters,
    annotations: {},
    source: { file: 'x.ts', line: 1 },
  });
  const plant = spec('plant', {
    type: 'object',
    properties: {
      tree: { $ref: '#/$defs/Tree', description: 'What to plant' },
      at: { type: 'object', properties: { row: { type: 'integer', minimum: 0 } }, required: ['row'] },
      tags: {
        type: 'array',
        items: { type: 'object', properties: { key: { type: 'string' } } },
        default: [],
      },
    },
    required: ['tree'],
    $defs: { Tree: tree },
  });
  expect(toolProse([plant, spec('now', { type: 'object', properties: {} })])).toBe(
    `plant: Does it.
    Twice.
  - tree (Tree, required): What to plant
  - at (object, optional)
    - row (integer, required, minimum 0)
  - tags (object[], optional, default [])
    - key (string, optional)
  where Tree is { label: string, children?: Tree[] }
    - label (string, required)
    - children (Tree[], optional)

now: Does it.
    Twice.
  no parameters`,
  );
});
