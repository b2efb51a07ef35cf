import type { JsonSchema } from '@toolwright/contract';
import { findEdits } from '@toolwright/json';
import { parseOutput } from './parse-output.js';

const ITEMS: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, count: { type: 'integer' } },
    required: ['name', 'count'],
    additionalProperties: false,
  },
};

// E10
describe('an answer that lacks one character', () => {
  it('is read with a warning that names the added character and its place', async () => {
    const text = '[{"name":"a, b","count:1},{"name":"c","count":2}]';
    const parsed = await parseOutput(text, ITEMS);
    expect(parsed.value).toEqual([
      { name: 'a, b', count: 1 },
      { name: 'c', count: 2 },
    ]);
    expect(parsed.recovered).toBe(true);
    expect(parsed.warnings).toEqual([
      { path: '', message: 'The missing " after "\\"name\\":\\"a, b\\",\\"count" was added.' },
    ]);
  });

  it('is found in a fence and after prose', async () => {
    const fenced = 'Here it is:\n```json\n[{"name":a","count":1}]\n```\nAnything else?';
    expect((await parseOutput(fenced, ITEMS)).value).toEqual([{ name: 'a', count: 1 }]);
  });

  it('is read wherever the character is missing in a long text', async () => {
    const value = Array.from({ length: 230 }, (_, index) => ({ name: `item, ${index}`, count: index }));
    const text = JSON.stringify(value);
    expect(text.length).toBeGreaterThan(7_000);
    const places = [
      text.indexOf('"name'),
      text.indexOf('item, 115') - 1,
      text.indexOf('},{"name":"item, 200'),
      text.lastIndexOf('"name'),
    ];
    for (const place of places) {
      const parsed = await parseOutput(text.slice(0, place) + text.slice(place + 1), ITEMS);
      expect(parsed.value).toEqual(value);
    }
  });

  it('is refused if the text is longer than the repair limit', async () => {
    const value = Array.from({ length: 400 }, (_, index) => ({ name: `item, ${index}`, count: index }));
    const text = JSON.stringify(value).replace('"name"', 'name"');
    await expect(parseOutput(text, ITEMS)).rejects.toMatchObject({ code: 'INVALID_OUTPUT' });
  });

  it.each([
    ['lists of numbers', `[${'1,'.repeat(4_000)}}]`],
    ['empty strings', `[${'"",'.repeat(2_700)}x"]`],
    ['spaces', `{"a"${' '.repeat(8_000)}1}`],
  ])('is refused if there are too many places to try: %s', (_what, text) => {
    expect(findEdits(text)).toBeUndefined();
  });

  it('is not repaired if it may have been truncated', () => {
    expect(findEdits('{"a": "x", "b": "see {x}')).toBeUndefined();
    expect(findEdits('{"a": [1, 2]')).toBeUndefined();
  });
});
