import type { JsonSchema } from '@toolwright/contract';
import { readOutputSchema } from '../output-schema.js';
import { recoverValue } from './recover-value.js';

const node: JsonSchema = { $ref: '#/$defs/Node' };
const branch = (name: string): JsonSchema => ({
  type: 'object',
  properties: { l: node, [name]: { type: 'integer' } },
  required: ['l'],
  additionalProperties: false,
});
const leaf: JsonSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const schema: JsonSchema = {
  type: 'object',
  properties: { node, list: { type: 'array', items: node } },
  $defs: { Node: { anyOf: [branch('a'), branch('b'), leaf] } },
};
const target = readOutputSchema(schema);
const chain = (depth: number, end: unknown): unknown => (depth === 0 ? end : { l: chain(depth - 1, end) });

/** How often a value is compared with a part of the schema. */
function countFits(value: unknown): number {
  let count = 0;
  recoverValue(value, schema, {
    ...target,
    fits: (part, partSchema) => {
      count += 1;
      return target.fits(part, partSchema);
    },
  });
  return count;
}

// C2
describe('recovery of a recursive union', () => {
  it.each([
    ['that can be mended', { n: '5' }],
    ['that cannot', { m: true }],
  ])('grows only with its depth for a value %s', (_, end) => {
    const [short = 0, , long = 0] = [5, 10, 20].map((depth) => countFits({ node: chain(depth, end) }));
    // The value is four times as deep; doubling at each level would mean 32,768 times.
    expect(long).toBeLessThan(short * 20);
  });

  it('never exceeds its breadth', () => {
    const listOf = (length: number): unknown => ({
      list: Array.from({ length }, () => chain(2, { n: '5' })),
    });
    const [short = 0, , long = 0] = [10, 20, 40].map((length) => countFits(listOf(length)));
    expect(long).toBeLessThan(short * 6);
  });

  it('repairs the leaf and reports it once', () => {
    const { value, warnings } = recoverValue({ node: chain(10, { n: '5' }) }, schema, target);
    expect(value).toEqual({ node: chain(10, { n: 5 }) });
    expect(warnings).toHaveLength(1);
  });
});
