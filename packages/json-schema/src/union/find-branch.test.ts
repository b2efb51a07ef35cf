import type { JsonSchema } from '@toolwright/contract';
import { findBranch } from './find-branch.js';

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

describe('findBranch', () => {
  it.each<[string, JsonSchema[], object, number | undefined]>([
    ['the tag', [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } })], { kind: 'b' }, 1],
    ['tags of other names', [object({ a: { const: 1 } }), object({ b: { const: 2 } })], { a: 1 }, 0],
    ['no tag', [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } })], {}, undefined],
    [
      'a tag, where a branch without tags may be meant',
      [object({ kind: { anyOf: [{ const: 1 }, { type: 'null' }] } }), object({ kind: { enum: [1, 2] } })],
      { kind: 1 },
      undefined,
    ],
    [
      'a tag, where a record may be meant',
      [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } }), { type: 'object' }],
      { kind: 'a' },
      undefined,
    ],
    [
      'no literal list, which tells nothing by itself',
      [object({ at: { enum: [[1, 2]] } }), object({ at: { const: 3 }, kind: { const: 'b' } }, ['kind'])],
      { at: [1, 2], kind: 'b' },
      undefined,
    ],
  ])('decides by %s', (_, branches, value, expected) => {
    expect(findBranch(branches, value, {})).toBe(expected);
  });
});
