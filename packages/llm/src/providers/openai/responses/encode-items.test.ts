import type { Message } from '@toolwright/contract';
import * as fc from 'fast-check';
import { assembleReply } from '../../../reply/assemble-reply.test.support.js';
import { toAssistantMessage } from '../../../reply/stream-assembler.js';
import { ResponseDecoder } from './decode-response.js';
import { ItemEncoder } from './encode-items.js';
import { functionCall, message, reasoning, responseOf } from './events.test.support.js';

const encode = (messages: readonly Message[], options = {}) =>
  new ItemEncoder({ provider: 'openai', developerRole: true, ...options }).encode(messages);
const answer = (output: readonly object[]) =>
  toAssistantMessage(assembleReply(responseOf(output), new ResponseDecoder('openai')));

describe('ItemEncoder', () => {
  it('turns messages into items', () => {
    expect(
      encode([
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: 'Add.', name: 'ada' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '3' },
        { role: 'assistant', content: 'It is 3.' },
        { role: 'assistant', content: '', refusal: 'No.' },
      ]),
    ).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: 'Add.' },
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: '3' },
      { role: 'assistant', content: 'It is 3.' },
      { role: 'assistant', content: 'No.' },
    ]);
  });

  // A2
  it('sends developer messages as system messages if the role is unknown', () => {
    expect(encode([{ role: 'developer', content: 'x' }], { developerRole: false })).toEqual([
      { role: 'system', content: 'x' },
    ]);
  });

  // A3
  it('sends images, or a note for a model without vision', () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ] as const;
    expect(encode(messages)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What?' },
          { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'low' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
        ],
      },
    ]);
  });

  it('sends a reply back unchanged, with reasoning before its text and calls', () => {
    const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search' } };
    const output = [
      reasoning({ id: 'rs_1' }),
      search,
      message('First.', { phase: 'commentary' }),
      reasoning({ id: 'rs_2' }),
      functionCall('c1', 'add', '{"a":1}'),
    ];
    expect(encode([answer(output)])).toEqual([
      reasoning({ id: 'rs_1' }),
      search,
      { role: 'assistant', content: 'First.', phase: 'commentary' },
      reasoning({ id: 'rs_2' }),
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
    ]);
  });

  it('sends the arguments of the message if they were repaired', () => {
    const reply = answer([reasoning(), functionCall('c1', 'add', '{"a":')]);
    const mended = {
      ...reply,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{}' } }] as const,
    };
    expect(encode([mended])).toEqual([
      reasoning(),
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{}' },
    ]);
  });

  it('drops reasoning whose message was changed, and reasoning of another provider', () => {
    const reply = answer([reasoning(), message('Oslo')]);
    expect(encode([{ ...reply, content: 'Bergen' }])).toEqual([{ role: 'assistant', content: 'Bergen' }]);
    const other = encode([reply], { provider: 'openai-compatible' });
    expect(other).toEqual([{ role: 'assistant', content: 'Oslo' }]);
  });

  it('ignores provider data of other forms', () => {
    for (const data of [
      null,
      1,
      [],
      { responses: 1 },
      { responses: [{ kind: 'what' }] },
      { responses: [null] },
    ]) {
      const odd: Message = { role: 'assistant', content: 'x', provider_data: { openai: data } };
      expect(encode([odd])).toEqual([{ role: 'assistant', content: 'x' }]);
    }
  });

  it('encodes a message once', () => {
    const encoder = new ItemEncoder({ provider: 'openai', developerRole: true });
    const messages: Message[] = [{ role: 'user', content: 'x' }];
    expect(encoder.encode(messages)[0]).toBe(encoder.encode(messages)[0]);
  });

  it('sends all text and all calls of any reply back, in their order', () => {
    const text = fc.string({ minLength: 1, maxLength: 8 });
    const item = fc.oneof(
      text.map((value) => message(value)),
      fc.constant(reasoning()),
      fc.uuid().map((id) => functionCall(id, 'add', '{}')),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(item, { selector: (value) => ('call_id' in value ? value.call_id : value) }),
        (output) => {
          const back = encode([answer(output)]);
          const calls = (list: readonly object[]) =>
            list.flatMap((entry) => ('call_id' in entry ? entry.call_id : []));
          expect(calls(back)).toEqual(calls(output));
          const said = output.flatMap((entry) =>
            'content' in entry ? entry.content.map((part) => part.text) : [],
          );
          const sent = back.flatMap((entry): readonly unknown[] =>
            'content' in entry && 'role' in entry ? [entry.content] : [],
          );
          expect(sent.join('')).toBe(said.join(''));
        },
      ),
    );
  });
});
