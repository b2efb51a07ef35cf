import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { cases } from '../../../../../scripts/thorough.mjs';
import { arbitrarySchema } from '../../../../json-schema/src/arbitrary-schema.test.support.js';
import { Agent } from '../../agent/agent.js';
import { stubTools } from '../../calls/stub-tools.test.support.js';
import { collect } from '../../run/collect.test.support.js';
import { readOutputSchema } from '../output-schema.js';
import { json, OSLO, type Report, ReportSchema } from '../report.test.support.js';
import { chunkedModel, cutAt } from './chunked-model.test.support.js';
import type { OutputUpdate } from './output-updates.js';
import type { PartialOutput } from './partial-output.js';
import { partialReaders } from './partial-reader.js';
import { isPrefixOf, PrefixValidator } from './prefix.test.support.js';

const each = (text: string): string[] => [...text];

type Sample = [JsonSchema, JsonValue, number[], string, boolean];

async function partialsOf(
  output: JsonSchema,
  ...replies: readonly (readonly string[])[]
): Promise<unknown[]> {
  return collect(
    new Agent({ llmClient: chunkedModel(...replies) }).runStream('go', { output }).partialOutputs,
  );
}

/** The different values that a reader of one reply shows. */
function shown(schema: JsonSchema, text: string): unknown[] {
  const reader = partialReaders(readOutputSchema(schema))?.();
  return each(text)
    .map((piece) => reader?.push(piece))
    .filter((value) => value !== undefined);
}

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

// H5
describe('partialOutputs', () => {
  it('are typed, grow, and end with the output', async () => {
    const run = new Agent({ llmClient: chunkedModel(each(json)) }).runStream('go', { output: ReportSchema });
    const partials: PartialOutput<Report>[] = await collect(run.partialOutputs);
    const cities = partials.map(({ city }) => city);
    expect([...new Set(cities)]).toEqual([undefined, '', 'O', 'Os', 'Osl', 'Oslo']);
    // @ts-expect-error A member may be missing.
    const city: string = partials[0]?.city;
    expect(city).toBeUndefined();
    expect([...new Set(partials.map(({ days }) => days))]).toEqual([undefined, 3]);
    expect(partials.at(-1)).toBe((await run.result).output);
  });

  it('are valid prefixes of the next one and of the output, for any schema and any chunks', async () => {
    const sample = fc
      .tuple(
        fc.nat(3).chain((depth) => arbitrarySchema(depth, 'open')),
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.constantFrom('', 'Sure! ```json\n', '<think>[1] or {"a": 2}?</think>', 'As in [1] and {x}: '),
        fc.boolean(),
      )
      .chain(([{ schema, $defs, values }, places, lead, wrapped]) =>
        values.map((value): Sample => [{ ...schema, $defs }, value, places, lead, wrapped]),
      );
    let grown = 0;
    await fc.assert(
      fc.asyncProperty(sample, async ([schema, value, places, lead, wrapped]: Sample) => {
        const target = readOutputSchema(schema);
        const whole = wrapped && target.wrapper ? { [target.wrapper]: value } : value;
        const text = `${lead}${JSON.stringify(whole, null, wrapped ? 1 : 0)}`;
        const agent = new Agent({ llmClient: chunkedModel(cutAt(text, places)) });
        const run = agent.runStream('go', { output: schema, outputRetries: 0 });
        const partials = await collect(run.partialOutputs);
        const { output, status } = await run.result;
        // With text around it, another value can be the answer, or none.
        if (lead === '') expect(status).toBe('completed');
        if (status !== 'completed' || canonicalJson(output) !== canonicalJson(value)) return;
        const validator = new PrefixValidator(schema);
        const wrong = partials.filter(
          (partial, index) =>
            !validator.accepts(partial) || !isPrefixOf(partial, partials[index + 1] ?? output),
        );
        expect(wrong).toEqual([]);
        expect(partials.at(-1)).toBe(output);
        if (partials.length > 1) grown += 1;
      }),
      { numRuns: cases(150, 1000) },
    );
    expect(grown).toBeGreaterThan(cases(20, 200));
  });

  it.each<[string, JsonSchema, string, unknown[]]>([
    ['numbers', object({ n: { type: 'number' } }), '{"n": 12.5, ', [{}, { n: 12.5 }]],
    ['enum values', object({ e: { enum: ['on', 'only'] } }), '{"e": "only"', [{}, { e: 'only' }]],
    [
      'dates',
      object({ d: { type: 'string', format: 'date' } }),
      '{"d": "2026-01-31"',
      [{}, { d: '2026-01-31' }],
    ],
    ['lists of different items', { type: 'array', uniqueItems: true }, '{"result": [1, 2], ', [[1, 2]]],
  ])('show %s when they are complete', (_, schema, text, expected) => {
    expect(shown(schema, text).slice(0, expected.length)).toEqual(expected);
  });

  it.each<[string, JsonSchema, string, unknown]>([
    [
      'of the wrong type',
      object({ a: { type: 'string' }, n: { type: 'integer' } }),
      '{"a": "x", "n": "five"}',
      { a: 'x' },
    ],
    ['that is unknown', object({ a: { type: 'string' } }), '{"a": "x", "b": 1', { a: 'x' }],
    ['that is too long', object({ a: { type: 'string', maxLength: 2 } }), '{"a": "abc"', { a: 'ab' }],
    ['that comes twice', object({ a: { type: 'string' } }), '{"a": "x", "a": "y"', { a: 'x' }],
    ['that would lose digits', object({ n: { type: 'integer' } }), '{"n": 12345678901234567890}', {}],
    [
      'beyond the end of a tuple',
      { type: 'array', prefixItems: [{ type: 'number' }], items: false },
      '[1, 2',
      [1],
    ],
  ])('never show a member %s', (_, schema, text, last) => {
    expect(shown(schema, text).at(-1)).toEqual(last);
  });

  it('show what all variants of a union allow, until a tag decides', () => {
    const variant = (kind: string, type: 'string' | 'number') =>
      object({ kind: { const: kind }, value: { type } });
    const union: JsonSchema = { oneOf: [variant('text', 'string'), variant('count', 'number')] };
    expect(shown(union, '{"kind": "text", "value": "ab')).toEqual([
      { kind: 'text' },
      { kind: 'text', value: '' },
      { kind: 'text', value: 'a' },
      { kind: 'text', value: 'ab' },
    ]);
    expect(shown(union, '{"kind": "count", "value": "a')).toEqual([{ kind: 'count' }]);
    expect(shown(union, '{"value": "a", "kind": "count"').at(-1)).toEqual({ value: 'a' });
  });

  it('never shrink, also if a value that has just grown is wrong', () => {
    const item = object({ a: { type: 'string', minLength: 4 }, b: { type: 'string' } });
    const schema = object({ list: { type: 'array', items: item } });
    for (const end of ['yyy"}, {', '"', 'y", "b": 1}']) {
      const reader = partialReaders(readOutputSchema(schema))?.();
      expect(reader?.push('{"list": [{"a": "x')).toEqual({ list: [{ a: 'x' }] });
      expect(reader?.push(end)).toBeUndefined();
      expect(reader?.push(', "a": "z"}]}')).toBeUndefined();
    }
  });

  it.each(['I look for ', 'Here are 3 true facts: ', 'null '])(
    'are shown after the text %j, cut anywhere',
    (lead) => {
      const schema = object({ a: { type: 'string' } });
      expect(shown(schema, `${lead}{"a": "xy"`).at(-1)).toEqual({ a: 'xy' });
    },
  );

  it.each([
    ['words', 'Here: ', ''],
    ['braces of prose', 'Of {x} and {}: ', ''],
    ['references', 'See [1] and [2]: ', ''],
    ['a list around it', '[', ']'],
    ['a list with something else', '[{"x": {"city": "no"}}, ', ']'],
    ['unknown members', '{"note":1,"more":{"city":["x"]},"say":"{\\"city\\":1}",', ''],
    ['a fence', 'Sure:\n```json\n', '\n```'],
  ])('grow after %s, as far as an answer may have it', async (_, before, after) => {
    const schema: JsonSchema = {
      ...object({ city: { type: 'string' }, text: { type: 'string' } }, ['city']),
    };
    const value = { city: 'Oslo', text: 'word '.repeat(20) };
    const text = JSON.stringify(value);
    const reply = `${before}${before.startsWith('{') ? text.slice(1) : text}${after}`;
    const run = new Agent({ llmClient: chunkedModel(reply.match(/[\s\S]{1,4}/g) ?? []) }).runStream('go', {
      output: schema,
    });
    const partials = await collect(run.partialOutputs);
    expect(partials.at(-1)).toEqual(value);
    expect(partials.length).toBeGreaterThan(20);
    expect(partials.every((partial, index) => isPrefixOf(partial, partials[index + 1] ?? value))).toBe(true);
  });

  it('show whole characters only', () => {
    const schema = object({ a: { type: 'string' } });
    expect(shown(schema, '{"a": "\\ud83d\\ude00\\n\\u00e9"').at(-1)).toEqual({ a: '😀\né' });
    expect(shown(schema, '{"a": "\\ud83d')).toEqual([{}, { a: '' }]);
  });

  it('do not change when they were shown', async () => {
    const partials = await partialsOf(
      { type: 'array', items: object({ a: { type: 'string' } }) },
      each('[{"a": "x"}, {"a": "y"}]'),
    );
    const texts = partials.map((partial) => JSON.stringify(partial));
    expect(texts[0]).toBe('[{}]');
    expect(new Set(texts).size).toBe(6);
  });

  it('start again after an attempt that was refused, and never mix two attempts', async () => {
    const llmClient = chunkedModel(each('{"city": "Bergen", "days": "many"}'), each(json));
    const partials = await collect(
      new Agent({ llmClient }).runStream('go', { output: ReportSchema }).partialOutputs,
    );
    const second = partials.findIndex((partial, index) => index > 0 && Object.keys(partial).length === 0);
    expect(partials.slice(0, second).at(-1)).toEqual({ city: 'Bergen' });
    expect(JSON.stringify(partials.slice(second))).not.toContain('B');
    expect(partials.at(-1)).toEqual(OSLO);
  });

  it('come with their attempt, and say when it was refused', async () => {
    const llmClient = chunkedModel(each('{"city": "Bergen", "days": "many"}'), each(json));
    const run = new Agent({ llmClient }).runStream('go', { output: ReportSchema });
    const updates: OutputUpdate<Report>[] = await collect(run.outputUpdates);
    const outline = updates.map(({ type, attempt }) => `${type} ${attempt}`);
    expect(outline.filter((line, index) => line !== outline[index - 1])).toEqual([
      'output-partial 1',
      'output-refused 1',
      'output-partial 2',
      'output-accepted 2',
    ]);
    expect(updates.at(-1)).toEqual({ type: 'output-accepted', attempt: 2, value: OSLO });
  });

  it.each<[string, number, string[], 'return' | 'throw']>([
    ['the last attempt is refused', 0, ['{"city": "Bergen", "days": "many"}'], 'return'],
    ['the next answer is empty', 1, ['{"city": "Bergen", "days": "many"}'], 'return'],
    ['the run throws', 0, ['{"city": "Bergen", "days": "many"}'], 'throw'],
  ])('leave no refused attempt standing when %s', async (_, outputRetries, replies, onFailure) => {
    const llmClient = chunkedModel(...replies.map((reply) => each(reply)));
    const run = new Agent({ llmClient, onFailure }).runStream('go', { output: ReportSchema, outputRetries });
    const updates: OutputUpdate[] = [];
    const read = async () => {
      for await (const update of run.outputUpdates) updates.push(update);
    };
    await read().catch((error: unknown) => expect([onFailure, error]).toEqual(['throw', expect.any(Error)]));
    expect(updates.at(-1)).toEqual({ type: 'output-refused', attempt: 1 });
  });

  it('are void when the reply calls tools', async () => {
    const llmClient = scriptedModel([
      { text: 'I look for {"city": "Rome or Bari"}.', toolCalls: [{ name: 'look' }] },
      json,
    ]);
    const run = new Agent({ llmClient, toolRegistry: stubTools({ look: () => 1 }) }).runStream('go', {
      output: ReportSchema,
    });
    const updates = await collect(run.outputUpdates);
    const rome = updates.findIndex((update) => JSON.stringify(update).includes('Rome'));
    expect(rome).toBeGreaterThan(-1);
    expect(updates[updates.findIndex(({ type }) => type === 'output-refused')]).toEqual({
      type: 'output-refused',
      attempt: 1,
    });
    expect(updates.at(-1)).toEqual({ type: 'output-accepted', attempt: 2, value: OSLO });
  });

  it('end each attempt once, for any answers and any chunks', async () => {
    const answer = fc.constantFrom(
      json,
      '{"city": "Bergen", "days": "many"}',
      '{"city": 1',
      'No.',
      '{"city": "B',
    );
    const attempts = fc.array(fc.tuple(answer, fc.array(fc.nat(), { maxLength: 8 })), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(attempts, async (replies) => {
        const llmClient = chunkedModel(...replies.map(([text, places]) => cutAt(text, places)));
        const run = new Agent({ llmClient }).runStream('go', { output: ReportSchema, outputRetries: 3 });
        const updates = await collect(run.outputUpdates);
        const outline = updates
          .map(({ type, attempt }) => `${type.slice('output-'.length)} ${attempt}`)
          .filter((line, index, all) => line !== all[index - 1])
          .join(', ');
        const { status, output } = await run.result;
        const last = updates.at(-1);
        expect(outline).toMatch(/^((partial (\d)+, refused \3(, |$))*)((partial \d+, )?accepted \d+)?$/);
        expect(last?.type === 'output-accepted').toBe(status === 'completed');
        if (last?.type === 'output-accepted') expect(last.value).toBe(output);
      }),
      { numRuns: cases(100, 300) },
    );
  });

  it('are only the output for a model that does not stream, and none without an output', async () => {
    const agent = () => new Agent({ llmClient: chunkedModel(each(json)) });
    expect(
      await collect(agent().runStream('go', { output: ReportSchema, stream: false }).partialOutputs),
    ).toEqual([OSLO]);
    expect(await collect(agent().runStream('go').partialOutputs)).toEqual([]);
  });

  it.each(['xml', 'reasoning-json'] as const)('leave out the markup of the protocol %s', async (protocol) => {
    const answer = { thought: '{}', action: 'respond', tool_name: null, tool_input: null, response: OSLO };
    const text = protocol === 'xml' ? `<think>{"city": "B"}</think>${json}` : JSON.stringify(answer);
    const toolRegistry = stubTools({ look: () => 1 });
    const agent = new Agent({ llmClient: chunkedModel(each(text)), protocol, toolRegistry });
    const partials = await collect(agent.runStream('go', { output: ReportSchema }).partialOutputs);
    expect(partials.at(-1)).toEqual(OSLO);
    expect(partials.every((partial) => isPrefixOf(partial, OSLO))).toBe(true);
  });

  it('end the run when their reader leaves', async () => {
    const run = new Agent({ llmClient: chunkedModel(each(json)) }).runStream('go', { output: ReportSchema });
    for await (const partial of run.partialOutputs) {
      expect(partial).toEqual({});
      break;
    }
    expect(await run.result).toMatchObject({ status: 'aborted' });
  });

  it.each<[string, JsonSchema, (size: number) => JsonValue]>([
    ['a list', { type: 'array', items: { type: 'number' } }, (size) => Array.from({ length: size }, () => 1)],
    [
      'nested lists',
      { $ref: '#/$defs/L', $defs: { L: { type: 'array', items: { $ref: '#/$defs/L' } } } },
      (size) => nested(Math.min(size / 50, 900)),
    ],
    ['a string', object({ a: { type: 'string' } }), (size) => ({ a: 'x'.repeat(size) })],
  ])('copy no more than a bounded number of members for each character of %s', (_, schema, make) => {
    const ratios = [2_000, 8_000, 32_000].map((size) => {
      const text = JSON.stringify(make(size));
      return shownSize(schema, text) / text.length;
    });
    for (const ratio of ratios) expect(ratio).toBeLessThan(65);
  });
});

function nested(depth: number): JsonValue {
  return depth <= 0 ? [] : [nested(depth - 1)];
}

/** How many members were copied for all shown values. */
function shownSize(schema: JsonSchema, text: string): number {
  const reader = partialReaders(readOutputSchema(schema))?.();
  const seen = new Set<object>();
  let size = 0;
  for (const piece of text) {
    for (let value = reader?.push(piece); typeof value === 'object' && value !== null && !seen.has(value); ) {
      seen.add(value);
      const members: unknown[] = Object.values(value);
      size += members.length;
      value = members.at(-1);
    }
  }
  return size;
}
