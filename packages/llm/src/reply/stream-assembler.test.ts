import type { LLMDelta, ToolCallDelta } from '@toolwright/contract';
import * as fc from 'fast-check';
import { assemble, StreamAssembler, toAssistantMessage } from './stream-assembler.js';

const finish: LLMDelta = { type: 'finish', finishReason: 'stop' };

/** Fragments as they arrive: [index, id, name, arguments]. */
type Fragment = readonly [number | undefined, string | undefined, string | undefined, string | undefined];

function calls(fragments: readonly Fragment[], idSeed?: string) {
  const assembler = new StreamAssembler({ idSeed });
  for (const [index, id, name, text] of fragments) {
    const delta: ToolCallDelta = { type: 'tool-call-delta', index, id, name, arguments: text };
    assembler.add(delta);
  }
  assembler.add(finish);
  return assembler.finish().toolCalls;
}

const brief = (fragments: readonly Fragment[]) =>
  calls(fragments).map((call) => [call.id, call.function.name, call.function.arguments]);

/** A text cut at these places; no piece is empty. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const points = [...new Set(cuts.map((cut) => 1 + (cut % text.length)))].sort((a, b) => a - b);
  return [0, ...points]
    .map((start, position) => text.slice(start, points[position] ?? text.length))
    .filter((piece) => piece !== '');
}

// A13
describe('tool calls in fragments', () => {
  it('are joined by index', () => {
    expect(
      brief([
        [0, 'a', 'f', ''],
        [1, 'b', 'g', ''],
        [0, undefined, undefined, '{"x"'],
        [1, undefined, undefined, '{}'],
        [0, undefined, undefined, ':1}'],
      ]),
    ).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'g', '{}'],
    ]);
  });

  it('are distinguished by id if every index is 0, as Ollama sends it', () => {
    expect(
      brief([
        [0, 'a', 'f', '{"x":1}'],
        [0, 'b', 'f', '{"x":2}'],
        [0, 'c', 'g', '{}'],
      ]),
    ).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'f', '{"x":2}'],
      ['c', 'g', '{}'],
    ]);
  });

  it('are distinguished by name without index and id', () => {
    for (const index of [0, undefined]) {
      const result = calls([
        [index, undefined, 'f', '{"x":1}'],
        [index, undefined, 'f', '{"x":2}'],
        [index, '', 'g', '{"y"'],
        [index, undefined, undefined, ':3}'],
      ]);
      expect(result.map((call) => [call.function.name, call.function.arguments])).toEqual([
        ['f', '{"x":1}'],
        ['f', '{"x":2}'],
        ['g', '{"y":3}'],
      ]);
      expect(new Set(result.map(({ id }) => id)).size).toBe(3);
    }
  });

  it('belong to the last call if index and id are missing', () => {
    expect(
      brief([
        [undefined, 'a', 'f', '{"x":'],
        [undefined, undefined, undefined, '1}'],
        [undefined, 'b', 'g', ''],
        [undefined, undefined, undefined, '{}'],
      ]),
    ).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'g', '{}'],
    ]);
  });

  it('may repeat id and name each time', () => {
    for (const id of ['a', undefined]) {
      const result = calls([
        [0, id, 'lookup', '{"x"'],
        [0, id, 'lookup', ':"y'],
        [0, id, 'lookup', '"}'],
      ]);
      expect(result.map((call) => call.function)).toEqual([{ name: 'lookup', arguments: '{"x":"y"}' }]);
    }
  });

  it('may bring names in pieces, and the id late', () => {
    expect(
      brief([
        [0, undefined, 'get_', undefined],
        [0, undefined, 'weather', ''],
        [0, 'late', undefined, '{}'],
      ]),
    ).toEqual([['late', 'get_weather', '{}']]);
  });

  it('get `{}` for empty arguments', () => {
    expect(
      brief([
        [0, 'a', 'f', ''],
        [1, 'b', 'g', undefined],
        [2, 'c', 'h', ' \n'],
      ]),
    ).toEqual([
      ['a', 'f', '{}'],
      ['b', 'g', '{}'],
      ['c', 'h', '{}'],
    ]);
  });

  it('get new ids if several share one', () => {
    const result = calls([
      [0, 'same', 'f', '{}'],
      [1, 'same', 'g', '{}'],
    ]);
    expect(result).toHaveLength(2);
    expect(result[0]?.id).toBe('same');
    expect(result[1]?.id).not.toBe('same');
  });

  it('get the same made-up ids for the same response, others for another one', () => {
    const fragments: readonly Fragment[] = [[0, undefined, 'f', '{}']];
    const [id] = calls(fragments, 'turn 1').map((call) => call.id);
    expect(calls(fragments, 'turn 1')[0]?.id).toBe(id);
    expect(calls(fragments, 'turn 2')[0]?.id).not.toBe(id);
  });

  it('are the same for every way in which servers mark them', () => {
    const call = fc.record({
      name: fc.constantFrom('find', 'list', 'read_file'),
      args: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }).map((value) => JSON.stringify(value)),
      cuts: fc.array(fc.nat(), { maxLength: 4 }),
    });
    /** The fields of the first and the later fragments of the call at this position, besides arguments. */
    const styles: Record<string, (position: number, name: string, first: boolean) => Fragment> = {
      'as specified': (at, name, first) => [at, first ? `id${at}` : undefined, first ? name : undefined, ''],
      'index 0 for each': (at, name, first) => [
        0,
        first ? `id${at}` : undefined,
        first ? name : undefined,
        '',
      ],
      'no index': (at, name, first) => [
        undefined,
        first ? `id${at}` : undefined,
        first ? name : undefined,
        '',
      ],
      'all repeated': (at, name) => [at, `id${at}`, name, ''],
      'all repeated, index 0': (at, name) => [0, `id${at}`, name, ''],
      'no id': (at, name, first) => [at, undefined, first ? name : undefined, ''],
      'empty id, index 0': (_at, name, first) => [0, '', first ? name : '', ''],
      'only names': (_at, name, first) => [undefined, undefined, first ? name : undefined, ''],
    };
    const style = fc.constantFrom(...Object.values(styles));
    fc.assert(
      fc.property(fc.array(call, { maxLength: 5 }), style, (wanted, mark) => {
        const fragments = wanted.flatMap(({ name, args, cuts }, at) =>
          pieces(args, cuts).map((piece, part): Fragment => {
            const [index, id, shownName] = mark(at, name, part === 0);
            return [index, id, shownName, piece];
          }),
        );
        const result = calls(fragments);
        expect(result.map((made) => made.function)).toEqual(
          wanted.map(({ name, args }) => ({ name, arguments: args })),
        );
        expect(new Set(result.map(({ id }) => id)).size).toBe(wanted.length);
      }),
      { numRuns: 400 },
    );
  });

  it('without a name are kept, so that the model learns of the mistake', () => {
    expect(calls([[0, 'a', undefined, '{}']])).toMatchObject([{ id: 'a', function: { name: '' } }]);
  });

  it('get their name after their arguments, whatever identifies them', () => {
    for (const [index, id] of [
      [0, 'c9'],
      [0, undefined],
      [undefined, 'c9'],
      [undefined, undefined],
    ] as const) {
      const result = calls([
        [index, id, undefined, '{"sum":10}'],
        [index, undefined, 'pay', undefined],
      ]);
      expect(result.map((call) => call.function)).toEqual([{ name: 'pay', arguments: '{"sum":10}' }]);
    }
    const second = calls([
      [0, 'a', 'read', ''],
      [1, 'b', '', '{"sum":10}'],
      [1, undefined, 'pay', undefined],
    ]);
    expect(second.map((call) => call.function)).toEqual([
      { name: 'read', arguments: '{}' },
      { name: 'pay', arguments: '{"sum":10}' },
    ]);
  });

  it('are refused if one has no arguments while others have no name', () => {
    for (const begun of ['', '{}']) {
      const fragments: readonly Fragment[] = [
        [0, 'a', 'pay', begun],
        [1, 'b', undefined, '{"sum":10}'],
      ];
      expect(() => calls(fragments)).toThrow(
        expect.objectContaining({ code: 'INVALID_RESPONSE', message: expect.stringContaining("'pay'") }),
      );
    }
  });

  it('are the same call if the server sends it again, however it writes it', () => {
    for (const again of [
      [0, 'a1', 'pay', '{"sum":10,"to":"é"}'],
      [undefined, 'a1', 'pay', '{ "to": "\\u00e9", "sum": 10 }'],
      [0, 'a1', undefined, '{"sum":10,"to":"é"}'],
    ] as const) {
      const result = calls([
        [0, 'a1', 'pay', ''],
        [0, undefined, undefined, '{"sum":10,'],
        [0, undefined, undefined, '"to":"é"}'],
        again,
      ]);
      expect(result).toHaveLength(1);
      expect(result[0]?.function).toEqual({ name: 'pay', arguments: '{"sum":10,"to":"é"}' });
    }
  });

  it('with one id are two calls if index, arguments or a digit differ', () => {
    for (const [index, text] of [
      [1, '{"sum":10}'],
      [0, '{"sum":11}'],
      [0, '{"sum":11,"sum":10}'],
    ] as const)
      expect(
        calls([
          [0, 'a1', 'pay', '{"sum":10}'],
          [index, 'a1', 'pay', text],
        ]),
      ).toHaveLength(2);
    const large = ['9007199254740992', '9007199254740993'].map((sum) => `{"sum":${sum}}`);
    expect(calls(large.map((text) => [0, 'a1', 'pay', text]))).toHaveLength(2);
  });

  it('are two calls if the second has no id: nothing tells a repetition from a server without ids', () => {
    expect(
      calls([
        [0, 'a1', 'pay', '{"sum":10}'],
        [0, undefined, 'pay', '{"sum":10}'],
      ]),
    ).toHaveLength(2);
  });

  it('go on under a new id for each fragment', () => {
    expect(
      brief([
        [0, 'a', 'pay', ''],
        [0, 'b', 'pay', '{"sum":'],
        [0, 'c', undefined, '10}'],
      ]),
    ).toEqual([['a', 'pay', '{"sum":10}']]);
  });

  it('take their final form in place of their pieces', () => {
    const assembler = new StreamAssembler();
    assembler.add({ type: 'tool-call-delta', index: 0, id: 'a', name: 'add', arguments: '{"a":9' });
    assembler.add({ type: 'tool-call-delta', index: 0, arguments: '{"a":1}', whole: true });
    assembler.add(finish);
    expect(assembler.finish().toolCalls.map((call) => call.function)).toEqual([
      { name: 'add', arguments: '{"a":1}' },
    ]);
  });

  it('of one id are two calls if the second begins after the first is complete', () => {
    const both = calls([
      [undefined, 'a', 'look', '{"at":1}'],
      [undefined, 'a', 'look', '{"at":2}'],
    ]);
    expect(both.map((call) => call.function.arguments)).toEqual(['{"at":1}', '{"at":2}']);
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  });
});

describe('assemble', () => {
  it('keeps text before and after calls, and takes the last usage', async () => {
    const response = await assemble([
      { type: 'text-delta', text: 'Let me ' },
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } },
      { type: 'tool-call-delta', index: 0, id: 'a', name: 'f', arguments: '{}' },
      { type: 'text-delta', text: 'look.' },
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 9 } },
      finish,
    ]);
    expect(response).toEqual({
      content: 'Let me look.',
      toolCalls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      finishReason: 'tool-calls',
      usage: { inputTokens: 1, outputTokens: 9 },
      reasoning: 'Hm.',
    });
  });

  it('keeps the finish reason of an answer with calls that was cut by a limit', async () => {
    const cut = await assemble([
      { type: 'tool-call-delta', index: 0, id: 'a', name: 'f', arguments: '{"x' },
      { type: 'finish', finishReason: 'length' },
    ]);
    expect(cut.finishReason).toBe('length');
  });

  it('never accepts a stream without a finish as an answer', async () => {
    await expect(assemble([{ type: 'text-delta', text: 'Half' }])).rejects.toMatchObject({
      code: 'STREAM_CUT',
      blame: 'provider',
    });
    await expect(assemble([])).rejects.toMatchObject({ code: 'STREAM_CUT' });
  });
});

describe('toAssistantMessage', () => {
  it('has null content only beside calls', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
    expect(toAssistantMessage({ content: null, toolCalls: [call], finishReason: 'tool-calls' })).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [call],
    });
    expect(toAssistantMessage({ content: null, toolCalls: [], finishReason: 'stop' })).toEqual({
      role: 'assistant',
      content: '',
    });
  });

  it('keeps data for the provider and texts for people', () => {
    const response = {
      content: 'Hi',
      toolCalls: [],
      finishReason: 'stop',
      reasoning: 'Hm.',
      refusal: 'No.',
      providerData: { openai: { id: 1 } },
    } as const;
    expect(toAssistantMessage(response)).toEqual({
      role: 'assistant',
      content: 'Hi',
      reasoning: 'Hm.',
      refusal: 'No.',
      provider_data: { openai: { id: 1 } },
    });
  });
});

it('ends an endless reply with a typed error', () => {
  const text = 'x'.repeat(1_000_000);
  const deltas = [
    { type: 'text-delta', text },
    { type: 'reasoning-delta', text },
    { type: 'tool-call-delta', index: 0, id: 'a', name: 'x', arguments: text },
  ] as const;
  for (const delta of deltas) {
    const assembler = new StreamAssembler();
    const endless = () => {
      for (let count = 0; count < 1_000; count++) assembler.add(delta);
    };
    expect(endless).toThrow(expect.objectContaining({ code: 'INVALID_RESPONSE' }));
  }
});
