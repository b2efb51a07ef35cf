import type { ToolSpec } from '@toolwright/contract';
import fc from 'fast-check';
import { ToolIndex } from './tool-index.js';
import { stemOf, wordsOf } from './words.js';

const tool = (name: string, description = '', more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description,
  parameters: { type: 'object', properties: {} },
  annotations: {},
  ...more,
});
const TOOLS = [
  tool('convertCurrency', 'Converts an amount between two currencies.'),
  tool('get_weather', 'Returns the forecast for a city.'),
  tool('getWeatherHistory', 'Returns past observations.'),
  tool('createIssue', 'Opens a ticket.', {
    parameters: {
      type: 'object',
      properties: { severity: { enum: ['blocker', 'trivial'], description: 'How bad it is' } },
    },
  }),
  tool('HTTPFetch2', 'Loads a page.', {
    output: { type: 'object', properties: { headers: { type: 'object' } } },
  }),
];
const found = (query: string, limit = 3): readonly string[] =>
  new ToolIndex(TOOLS).search(query, limit).map(({ name }) => name);

// J7
describe('words', () => {
  it('are split at case, digits and signs', () => {
    expect(wordsOf('getHTTPResponse2xx_for-the.URL')).toEqual(['http', 'respons', '2', 'xx', 'url']);
    expect(wordsOf('Größe in Москва')).toEqual(['größ', 'москва']);
  });

  it.each([
    ['converts', 'converting', 'convert', 'converted'],
    ['currency', 'currencies'],
    ['create', 'creates', 'creating', 'created', 'creation'],
    ['plan', 'planning', 'planned'],
    ['box', 'boxes'],
    ['search', 'searches', 'searching'],
  ])('of one family have one stem: %s', (...words) => {
    expect(new Set(words.map(stemOf)).size).toBe(1);
  });

  it.each(['news', 'class', 'status', 'analysis', 'is', 'bus', 'see'])(
    'that are short or end so stay apart from nothing: %s',
    (word) => {
      expect(stemOf(word).length).toBeGreaterThanOrEqual(Math.min(word.length, 2));
    },
  );
});

describe('a search', () => {
  it.each([
    ['convert money into another currency', 'convertCurrency'],
    ['weather forecast', 'get_weather'],
    ['past weather', 'getWeatherHistory'],
    ['a blocker', 'createIssue'],
    ['severity', 'createIssue'],
    ['headers', 'HTTPFetch2'],
    ['fetch a page over http', 'HTTPFetch2'],
  ])('for %j finds %s first', (query, name) => {
    expect(found(query)[0]).toBe(name);
  });

  it('finds names first, then names that begin so', () => {
    expect(found('getweather')).toEqual(['get_weather', 'getWeatherHistory']);
    expect(found('get weather history')[0]).toBe('getWeatherHistory');
    expect(found('GET_WEATHER')[0]).toBe('get_weather');
  });

  it('finds nothing for nothing', () => {
    expect([found(''), found('the of and'), found('zzz'), found('\u202e*/')]).toEqual([[], [], [], []]);
  });

  it('finds each tool by its own name among thousands, and by a rare word', () => {
    const many = Array.from({ length: 3_000 }, (_, n) =>
      tool(`tool${n}x`, `Does work number ${n} for everyone.`),
    );
    const index = new ToolIndex(many);
    for (const n of [0, 17, 2_999]) expect(index.search(`tool${n}x`, 1)[0]?.name).toBe(`tool${n}x`);
    expect(index.search('work 2999', 1)[0]?.name).toBe('tool2999x');
  });

  it('bears any text and schema', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.nat(5), (text, schema, limit) => {
        const parameters = { type: 'object', properties: { a: schema } } as ToolSpec['parameters'];
        const hits = new ToolIndex([tool(text, text, { parameters }), ...TOOLS]).search(text, limit);
        expect(hits.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
