import type { JsonSchema } from '@toolwright/contract';
import { isBranching } from './is-branching.js';

const node: JsonSchema = { $ref: '#/$defs/Node' };
const text: JsonSchema = { type: 'string' };
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
/** Linters take a literal member of that name for a promise. */
const THEN = 'then';
const defined = (Node: JsonSchema): JsonSchema => ({ ...object({ node }), $defs: { Node } });

describe('isBranching', () => {
  it.each<[string, JsonSchema, boolean]>([
    ['a plain schema', object({ a: text }), false],
    ['a union without circles', object({ a: { anyOf: [text, object({ b: text })] } }), false],
    ['a binary tree', defined(object({ left: node, right: node })), false],
    ['a list whose end is null', defined(object({ next: { anyOf: [node, { type: 'null' }] } })), false],
    ['a union of which one branch leads back', defined({ anyOf: [object({ next: node }), text] }), false],
    ['a union of which two do', defined({ anyOf: [object({ l: node }), object({ l: node })] }), true],
    ['an exclusive union', defined({ oneOf: [object({ l: node }), object({ l: node })] }), true],
    ['an intersection', defined({ allOf: [object({ l: node }), object({ l: node })] }), true],
    ['members beside a union', defined({ ...object({ l: node }), anyOf: [object({ l: node }), text] }), true],
    [
      'two unions that share a child',
      defined({ anyOf: [text, { $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] }),
      false,
    ],
    ['a condition', defined({ if: object({ l: node }), [THEN]: object({ l: node }) } as JsonSchema), true],
    [
      'members beside dependent ones',
      defined({ ...object({ l: node }), dependentSchemas: { a: object({ l: node }) } } as JsonSchema),
      true,
    ],
    ['items beside those that are contained', defined({ items: node, contains: node } as JsonSchema), true],
    ['the root', { anyOf: [object({ l: { $ref: '#' } }), object({ l: { $ref: '#' } })] }, true],
    ['a reference that leads nowhere', object({ a: { $ref: '#/$defs/Gone' } }), false],
  ])('decides for %s', (_, schema, expected) => {
    expect(isBranching(schema)).toBe(expected);
  });

  it('takes time in proportion to the size of the schema', () => {
    const time = (size: number): number => {
      const names = Array.from({ length: size }, (_, index) => `T${index}`);
      const $defs = Object.fromEntries(
        names.map((name, index) => [
          name,
          {
            anyOf: [
              object({ a: { $ref: `#/$defs/T${index + 1}` } }),
              object({ b: { $ref: `#/$defs/T${index + 1}` } }),
            ],
          },
        ]),
      );
      const start = performance.now();
      expect(isBranching({ ...object({ a: { $ref: '#/$defs/T0' } }), $defs })).toBe(false);
      return performance.now() - start;
    };
    time(500);
    const [short, long] = [time(1_000), time(8_000)];
    expect(long).toBeLessThan(Math.max(short, 20) * 30);
  });
});
