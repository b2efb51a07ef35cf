import type { JsonValue } from '@toolwright/contract';
import { ProgramValues } from './program-values.js';

const values = new ProgramValues(() => undefined, 1_000_000);
const answer = (result: JsonValue) => values.toAnswer('list', { result, error: null });

// J4
describe('a result', () => {
  it.each([
    ['a text', 'x'.repeat(1_000_001)],
    ['many small lists', Array.from({ length: 300_000 }, () => [])],
    ['many numbers', Array.from({ length: 200_000 }, () => 1)],
    ['many members', Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n.toString(36), 1]))],
  ])('is refused by its limit: %s', (_, result) => {
    expect(answer(result)).toEqual({ error: expect.stringContaining('more than 1000000 characters') });
  });

  it('reaches the program with as many rows as one call needs', () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({
      id,
      item: 'lamp',
      price: 30,
      at: '2026-01-05',
    }));
    expect(answer(rows)).toEqual({ value: rows });
  });
});

describe('arguments', () => {
  it.each([
    { $: 'evil' },
    { $: 'bigint', v: 'x' },
    { $: 'bigint', v: '7'.repeat(20_000) },
    { $: 'url', v: '/orders' },
    { $: 'regexp', v: ['(', ''] },
    { $: 'map', v: 1 },
    { $: 'map', v: [1] },
    { $: 5 },
    5,
  ])('that no program writes are an error of the call: %.40j', (args) => {
    expect(values.toCall({ name: 'read', args })).toEqual({ error: expect.any(String) });
  });
});
