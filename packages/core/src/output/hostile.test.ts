import { isToolwrightError, type JsonSchema } from '@toolwright/contract';
import { growth } from '../../../../scripts/growth.mjs';
import { parseOutput } from './parse-output.js';

const TEXT: JsonSchema = { type: 'string' };
const ORDER: JsonSchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { sku: TEXT, qty: { type: 'integer' }, price: { type: 'number' } },
        required: ['sku', 'qty'],
        additionalProperties: false,
      },
    },
    total: { type: 'number' },
    tags: { type: 'array', items: TEXT },
    note: TEXT,
  },
  required: ['items'],
  additionalProperties: false,
};
/** Has only optional members, and does not forbid others. */
const OPTIONAL: JsonSchema = {
  type: 'object',
  properties: { approve: { type: 'boolean' }, reason: TEXT, n: { type: 'number' }, data: { type: 'object' } },
};
const PEOPLE: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { name: TEXT }, required: ['name'], additionalProperties: false },
};
const RECORD: JsonSchema = { type: 'object', additionalProperties: true };
const ID: JsonSchema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const LISTS: JsonSchema = { type: 'array' };
const REFUSED = 'refused';

async function outcome(text: string, schema: JsonSchema): Promise<unknown> {
  try {
    return (await parseOutput(text, schema)).value;
  } catch (error) {
    if (isToolwrightError(error) && error.code === 'INVALID_OUTPUT') return REFUSED;
    throw error;
  }
}

// E10
describe('an answer without a clear value', () => {
  it.each([
    ['{"items":[{"sku":"A","qty":1},{"sku":"B"', ORDER],
    ['{"items":[{"sku":"A","qty":1}, ...]}', ORDER],
    ['{"items":[{"sku":"A","qty":1},,{"sku":"B","qty":2}]}', ORDER],
    ['{"items":[],"tags":["key": "v"]}', ORDER],
    ['{"items":[],"tags":["a", b, "c"]}', ORDER],
    ['{"items":[],"tags":["a" + "b"]}', ORDER],
    ['{"items":[],"tags":["say "a", "b" now"]}', ORDER],
    ['{"items":[],"note":"He said "hi", then left"}', ORDER],
    ['{"items":[],"note":"a 5" screen"}', ORDER],
    ['{"items":[],"note":"C:\\data\\new"}', ORDER],
    ['{"items":[],"total":1,"total":2}', ORDER],
    ...[
      '<think >',
      '<Thinking\n>',
      '<think id="1">',
      '<thoughts>',
      '<seed:think>',
      '[THINK]',
      '◁think▷',
    ].flatMap((open): [string, JsonSchema][] => [
      [`${open}Perhaps {"approve": true}?`, OPTIONAL],
      [`${open}Perhaps {"approve": true}?${open.replace(/^./, '$&/')} I cannot decide.`, OPTIONAL],
    ]),
    // Which of the two is the text?
    ['{"items":[],"total":1.1,"note":1.10}', ORDER],
    ['{"items":[{"sku":"A","sku":"B","qty":1}]}', ORDER],
    ['{"items":[{"sku":"A","qty":-}]}', ORDER],
    ['{"items":[{"sku":"A","qty":0x10}]}', ORDER],
    ['{"items":[{"sku":"A","qty":1_000}]}', ORDER],
    ['{"items":[{"sku":"A","qty":1,000}]}', ORDER],
    ['{"items":[{"sku":"A","qty":NaN}]}', ORDER],
    ['{"items":[{"sku":"A","qty":9007199254740993}]}', ORDER],
    ['{"items":[{"sku":"A","qty":"9007199254740993"}]}', ORDER],
    ['{"sku":"A","qty":1}],"total":1}', ORDER],
    ['"items":[{"sku":"A","qty":1}', ORDER],
    ['{"items":[{"sku":"A","qty":1}]},"total":1}', ORDER],
    ['Example: {"items":[]}. Yours: {"items":[{"sku":"A","qty":', ORDER],
    ['<think>Perhaps {"approve": true}?</think> I cannot decide this.', OPTIONAL],
    ['<think>{"approve": true}', OPTIONAL],
    ['<thinking>\n```json\n{"approve": true}\n```\n</thinking>\nNo.', OPTIONAL],
    ['Perhaps {"approve": true}?</think> I cannot decide this.', OPTIONAL],
    ['{"error":"rate limited"}', OPTIONAL],
    ['{"error":{"reason":"rate limited"}}', OPTIONAL],
    ['{"errors":[{"reason":"rate limited"}]}', OPTIONAL],
    ['```json\n{"error":"rate limited"}\n```', OPTIONAL],
    ['Sorry: {"error":"rate limited"}', OPTIONAL],
    ['{"n": -}', OPTIONAL],
    ['{"n": }', OPTIONAL],
    ['{"n": undefined}', OPTIONAL],
    ['{"n": 1e999}', OPTIONAL],
    ['{"n": 1-2}', OPTIONAL],
    ['{"n": 007}', OPTIONAL],
    ['{"n": 1, "n": 2}', OPTIONAL],
    ['{"approve": maybe}', OPTIONAL],
    ['{"approve": tru}', OPTIONAL],
    ['{"approve": true', OPTIONAL],
    ['{"reason": "He sai', OPTIONAL],
    ['{"reason": "a , "approve": true}', OPTIONAL],
    ['{"reason": "a}', OPTIONAL],
    ['{"reason":,a"}', OPTIONAL],
    ['{"n":1,"reason": a"}', OPTIONAL],
    ['{"reason": \'a", "n": 1}', OPTIONAL],
    ['{"approve": true, "reason: "see {x}', OPTIONAL],
    ['{"data": {"n": 1}], "n": 2}', OPTIONAL],
    ['{"items":[],"tags":["a, "b"]}', ORDER],
    ['{"items":[],"tags":["a \\"b", "c]}', ORDER],
    ['{"items":[],"total":1 2}', ORDER],
    ['{"items":[{"sku":"A","qty":1,"sku":"B","qty":2}]}', ORDER],
    ['{"data": {"approve": true}', OPTIONAL],
    ['[{"name":"A"},{"name":"B"', PEOPLE],
    ['[{"name":"A"},{"name":"B"}', PEOPLE],
    ['{"name":"A"}\n{"name":"B', PEOPLE],
    ['{"people":[{"name":"A"}],"more":[{"name":"B"}]}', PEOPLE],
    ['[{"name": A"},{"name":"B"}]', PEOPLE],
    ['{"a": [1, [2, 3], "b": 4}', RECORD],
    ['{"a": {"b": 1, "c": 2, "d": [3]]}', RECORD],
    ['[[1, 2], 3, 4], [5]]', LISTS],
    ['{"a": 1', RECORD],
    ['{"a": [[1, 2, [3, 4]]}', RECORD],
    ['{"a": {"b": 1, "c": 2}', RECORD],
    ['{"a": 1}, "b": 2}', RECORD],
    ['{"a": 9007199254740993}', RECORD],
    ['{"id": 9007199254740993}', ID],
    ['{"id": 1e400}', ID],
  ])('is refused: %s', async (text, schema) => {
    expect(await outcome(text, schema)).toBe(REFUSED);
  });

  const answer =
    '{"items":[{"sku":"A","qty":300,"price":0.5},{"sku":"B \\"x\\"","qty":2}],"total":12,"tags":["k","v"],"note":"so"}';

  it.each(Array.from({ length: answer.length - 1 }, (_, index) => index + 1))(
    'is refused if it is truncated after %i characters, unless nothing is missing',
    async (length) => {
      const cut = answer.slice(0, length);
      const value = await outcome(cut, ORDER);
      const said: unknown = JSON.parse(answer);
      // All members of the schema are there: only the last brace is missing.
      expect(value).toEqual(length === answer.length - 1 ? said : REFUSED);
      const fenced = await outcome(`Here:\n\`\`\`json\n${cut}\n\`\`\``, ORDER);
      expect([REFUSED, value]).toContainEqual(fenced);
    },
  );
});

describe('an answer with a clear value', () => {
  it.each([
    [
      '{"items":[{"sku":"A","qty":1}],"note":"He said "hi""}',
      ORDER,
      { items: [{ sku: 'A', qty: 1 }], note: 'He said "hi"' },
    ],
    ['{"items":[{"sku":"A","qty":1,},],}', ORDER, { items: [{ sku: 'A', qty: 1 }] }],
    ["{'items':[{'sku':'A','qty':1}]}", ORDER, { items: [{ sku: 'A', qty: 1 }] }],
    [
      '{"items":[{"sku":"A","qty":1}], // no more\n"total":1}',
      ORDER,
      { items: [{ sku: 'A', qty: 1 }], total: 1 },
    ],
    ['{"items":[{"sku":9007199254740993,"qty":1}]}', ORDER, { items: [{ sku: '9007199254740993', qty: 1 }] }],
    ['{"items":[],"note":1.10}', ORDER, { items: [], note: '1.10' }],
    ['{"items":[],"note":1.0,"total":10.0}', ORDER, { items: [], note: '1.0', total: 10 }],
    ['{"items":[],"note":1e3}', ORDER, { items: [], note: '1e3' }],
    ['Version 1.5: {"items":[],"tags":[2.50, 7]}', ORDER, { items: [], tags: ['2.50', '7'] }],
    [
      '{"items":[],"note":"<think>not a thought</think>"}',
      ORDER,
      { items: [], note: '<think>not a thought</think>' },
    ],
    ['{"items":[],"total":1,"total":1}', ORDER, { items: [], total: 1 }],
    ['<think>Perhaps {"approve": true}?</think>{"approve": false}', OPTIONAL, { approve: false }],
    ['<think >Perhaps {"approve": true}?</think >{"approve": false}', OPTIONAL, { approve: false }],
    ['[THINK]Perhaps {"approve": true}?[/THINK]{"approve": false}', OPTIONAL, { approve: false }],
    ['◁think▷Perhaps {"approve": true}?◁/think▷\n{"approve": false}', OPTIONAL, { approve: false }],
    ['{"reason": "[THINK] is a mark"}', OPTIONAL, { reason: '[THINK] is a mark' }],
    ['{}', OPTIONAL, {}],
    ['{"approve": True}', OPTIONAL, { approve: true }],
    [
      '{"items":[{"sku":"A","qty":300,"price: 0},{"sku":"B","qty":2,"price":12.5}],"total":1}',
      ORDER,
      {
        items: [
          { sku: 'A', qty: 300, price: 0 },
          { sku: 'B', qty: 2, price: 12.5 },
        ],
        total: 1,
      },
    ],
    ['{"reason": "a, "approve": true}', OPTIONAL, { reason: 'a', approve: true }],
    ['{"n": 1, "reason": a", "approve": true}', OPTIONAL, { n: 1, reason: 'a', approve: true }],
    ['[{"name":A"},{"name":"B"}]', PEOPLE, [{ name: 'A' }, { name: 'B' }]],
    ['[{"name":"A"},"name":"B"}]', PEOPLE, [{ name: 'A' }, { name: 'B' }]],
    ['{"items":{"sku":"A","qty":1}],"total":1}', ORDER, { items: [{ sku: 'A', qty: 1 }], total: 1 }],
    ['{"items":[],"tags":["a","b","total":1}', ORDER, { items: [], tags: ['a', 'b'], total: 1 }],
    ['{"items":[],"tags" ["a"],"total":1}', ORDER, { items: [], tags: ['a'], total: 1 }],
  ])('is read literally: %s', async (text, schema, value) => {
    expect(await outcome(text, schema)).toEqual(value);
  });
});

it.each([
  ['objects', '{"a":'],
  ['lists', '['],
  ['empty objects', '{} '],
  ['spaces', ' '],
  ['spaces before prose', '                              x'],
  ['quotes', '"'],
  ['quotes in strings', '{"reason":"x '],
  ['thoughts', '<think>'],
  ['thoughts in objects', '{"a":"<think>"}'],
  ['fences', '```json\n{'],
  ['closed fences', '```\n{}\n```\n'],
  ['comments', '/*'],
  ['names', '"a":'],
  ['members', '{"a":1,"a":'],
  ['escapes', '{\\"a\\":'],
  ['numbers', '1.'],
  ['digits', '1'],
  ['calls', '<![CDATA['],
  ['CDATA', '<![CDATA[{'],
])('%s without an end take linear time', async (_what, piece) => {
  const readAll = async (size: number): Promise<void> => {
    const text = piece.repeat(size / piece.length);
    for (const schema of [OPTIONAL, PEOPLE, ORDER]) {
      await outcome(text, schema);
      await outcome(`Sure: ${text} that is all.`, schema);
    }
  };
  expect(await growth(readAll, [15_625, 62_500, 250_000])).toBe('linear');
});
