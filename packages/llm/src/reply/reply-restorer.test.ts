import type { LLMDelta, LLMResponse, ObjectSchema } from '@toolwright/contract';
import { getDialect } from '@toolwright/json-schema';
import * as fc from 'fast-check';
import { createRestoreText, type RestoreText } from '../request/restore-text.js';
import type { BatchSource } from './batched-stream.js';
import { restoreReply } from './reply-restorer.js';
import { assemble } from './stream-assembler.js';

const SCHEMA: ObjectSchema = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'number' }, c: { type: ['string', 'null'] } },
  required: ['a', 'c'],
  additionalProperties: false,
};
// The schema has an optional property, so there is something to restore.
const restore = createRestoreText(SCHEMA, getDialect('openai-strict').lower(SCHEMA)) as RestoreText;

function sourceOf(batches: readonly (readonly LLMDelta[])[]): BatchSource<LLMDelta> {
  const left = [...batches];
  return { next: async () => left.shift(), close: () => {} };
}

async function* read(source: BatchSource<LLMDelta>): AsyncGenerator<LLMDelta> {
  for (let batch = await source.next(); batch; batch = await source.next()) yield* batch;
}

/** A text in pieces of these lengths. */
function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  let rest = text;
  for (const length of lengths) {
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}

describe('createRestoreText', () => {
  it('removes nulls that mean absence, and no others', () => {
    expect(JSON.parse(restore('{"a":"x","b":null,"c":null}'))).toEqual({ a: 'x', c: null });
  });

  it('leaves other texts unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        fc.pre(!text.includes('null'));
        expect(restore(text)).toBe(text);
      }),
    );
    expect(restore('{"a":"null')).toBe('{"a":"null');
  });

  it('is not needed if all members are required or the schema is unchanged', () => {
    const whole: ObjectSchema = { ...SCHEMA, required: ['a', 'b', 'c'] };
    expect(createRestoreText(whole, getDialect('openai-strict').lower(whole))).toBeUndefined();
    expect(createRestoreText(SCHEMA, getDialect('openai').lower(SCHEMA))).toBeUndefined();
  });
});

describe('restoreReply', () => {
  const value = fc.record({
    a: fc.string(),
    b: fc.option(fc.integer()),
    c: fc.option(fc.string()),
  });
  const lengths = fc.array(fc.nat({ max: 8 }), { maxLength: 12 });

  // A13
  it('gives the same for a stream, however it is cut, as for the whole reply', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 3 }), value, lengths, async (calls, answer, cuts) => {
        const restores = { calls: new Map([['f', restore]]), answer: restore };
        const toolCalls = calls.map((each, index) => ({
          id: `c${index}`,
          type: 'function' as const,
          function: { name: index % 2 ? 'g' : 'f', arguments: JSON.stringify(each) },
        }));
        const content = JSON.stringify(answer);
        const finishReason = calls.length > 0 ? 'tool-calls' : 'stop';
        const whole: LLMResponse = { content, toolCalls, finishReason };
        const deltas: LLMDelta[] = [
          ...cut(content, cuts).map((text): LLMDelta => ({ type: 'text-delta', text })),
          ...toolCalls.flatMap(({ id, function: { name, arguments: text } }, index): LLMDelta[] => [
            { type: 'tool-call-delta', index, id, name },
            ...cut(text, cuts).map(
              (piece): LLMDelta => ({ type: 'tool-call-delta', index, arguments: piece }),
            ),
          ]),
          { type: 'finish', finishReason },
        ];
        const expected: LLMResponse = {
          ...whole,
          content: restore(content),
          toolCalls: toolCalls.map((call) =>
            call.function.name === 'f'
              ? { ...call, function: { ...call.function, arguments: restore(call.function.arguments) } }
              : call,
          ),
        };
        for (const batches of [[deltas], deltas.map((delta) => [delta])]) {
          expect(await assemble(read(restoreReply(sourceOf(batches), restores)))).toEqual(expected);
        }
        expect(JSON.parse(expected.content ?? '')).toEqual(withoutB(answer));
        for (const [index, call] of expected.toolCalls.entries()) {
          const meant = calls[index];
          const named = call.function.name === 'f' && meant ? withoutB(meant) : meant;
          expect(JSON.parse(call.function.arguments)).toEqual(named);
        }
      }),
    );
  });

  it('yields nothing from a stream that breaks before its end', async () => {
    const restores = { calls: new Map([['f', restore]]) };
    const source = sourceOf([[{ type: 'tool-call-delta', index: 0, name: 'f', arguments: '{"a":"x"' }]]);
    const deltas: LLMDelta[] = [];
    for await (const delta of read(restoreReply(source, restores))) deltas.push(delta);
    expect(deltas).toEqual([]);
  });
});

/** Null in `b` means absence; in `c` it is a value. */
function withoutB<T extends { readonly b: number | null }>({ b, ...rest }: T): object {
  return b === null ? rest : { ...rest, b };
}
