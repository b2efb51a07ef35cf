import type { JsonSchema } from '@toolwright/contract';
import { isDeeplyLinked } from './is-deeply-linked.js';

const definitions = (count: number, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  $defs: Object.fromEntries(Array.from({ length: count }, (_, index) => [`T${index}`, schema])),
});

it('a schema is deeply linked if its definitions together have many levels', () => {
  const leaf: JsonSchema = { type: 'string' };
  const list: JsonSchema = { type: 'array', items: { type: 'object', properties: { a: leaf } } };
  expect(isDeeplyLinked(leaf)).toBe(false);
  expect(isDeeplyLinked(definitions(150, leaf))).toBe(false);
  expect(isDeeplyLinked(definitions(151, leaf))).toBe(true);
  expect(isDeeplyLinked(definitions(50, list))).toBe(false);
  expect(isDeeplyLinked(definitions(51, list))).toBe(true);
});
