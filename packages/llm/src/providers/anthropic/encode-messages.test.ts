import type { Message, ToolCall } from '@toolwright/contract';
import { createMessage } from '../../request/messages.js';
import { MessageEncoder } from './encode-messages.js';

const encode = (messages: readonly Message[]) => new MessageEncoder().encode(messages);
const call = (id: string, args = '{}'): ToolCall => ({
  id,
  type: 'function',
  function: { name: 'search', arguments: args },
});
const text = (content: string) => ({ type: 'text', text: content });

// D6
describe('messages for the Messages API', () => {
  it('have a separate system prompt, from any place and role', () => {
    expect(
      encode([
        createMessage('developer', 'Be brief.'),
        createMessage('user', 'Hi'),
        createMessage('system', 'Speak Dutch.'),
        createMessage('system', '  '),
      ]),
    ).toEqual({
      system: ['Be brief.', 'Speak Dutch.'],
      messages: [{ role: 'user', content: [text('Hi')] }],
    });
  });

  it('put all results of parallel calls in one user message, before other content', () => {
    const { messages } = encode([
      createMessage('user', 'Compare.'),
      createMessage('assistant', null, { toolCalls: [call('a'), call('b')] }),
      createMessage('tool', 'one', { toolCallId: 'a' }),
      createMessage('user', 'Hurry.'),
      createMessage('tool', '', { toolCallId: 'b' }),
    ]);
    expect(messages).toEqual([
      { role: 'user', content: [text('Compare.')] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'search', input: {} },
          { type: 'tool_use', id: 'b', name: 'search', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'one' },
          { type: 'tool_result', tool_use_id: 'b' },
          text('Hurry.'),
        ],
      },
    ]);
  });

  it('have alternating turns', () => {
    const { messages } = encode([
      createMessage('user', 'One'),
      createMessage('user', 'Two'),
      createMessage('assistant', 'Three'),
      createMessage('assistant', ''),
      createMessage('assistant', 'Four'),
    ]);
    expect(messages).toEqual([
      { role: 'user', content: [text('One'), text('Two')] },
      { role: 'assistant', content: [text('Three'), text('Four')] },
    ]);
  });

  it('begin with a user message', () => {
    const { messages } = encode([createMessage('assistant', 'As I said'), createMessage('user', 'Go on')]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('leave out empty messages, except of users', () => {
    const { messages } = encode([
      createMessage('user', ' \n'),
      createMessage('assistant', ' '),
      createMessage('user', 'Hello?'),
    ]);
    expect(messages).toEqual([
      { role: 'user', content: [text('(empty message)')] },
      { role: 'user', content: [text('Hello?')] },
    ]);
  });

  it('show images by URL and by content', () => {
    const images = ['https://example.com/cat.png', 'data:image/PNG;base64,aGk='];
    expect(encode([createMessage('user', 'What?', { images })]).messages[0]?.content).toEqual([
      text('What?'),
      { type: 'image', source: { type: 'url', url: 'https://example.com/cat.png' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    ]);
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    ['', {}],
    ['{"a":', { INVALID_JSON: '{"a":' }],
    ['[1]', { INVALID_JSON: '[1]' }],
    ['null', { INVALID_JSON: 'null' }],
  ])('have arguments as an object, even malformed ones: %s', (args, input) => {
    const { messages } = encode([createMessage('assistant', null, { toolCalls: [call('a', args)] })]);
    expect(messages.at(-1)?.content).toEqual([{ type: 'tool_use', id: 'a', name: 'search', input }]);
  });

  it('have valid ids, and keep different ids different', () => {
    const { messages } = encode([
      createMessage('assistant', null, { toolCalls: [call('f.x:0'), call('f_x_0')] }),
      createMessage('tool', 'r', { toolCallId: 'f.x:0' }),
    ]);
    expect(messages[1]?.content).toMatchObject([{ id: 'f_2e_x_3a_0' }, { id: 'f_x_0' }]);
    expect(messages[2]?.content).toMatchObject([{ tool_use_id: 'f_2e_x_3a_0' }]);
  });

  it('are encoded once for each message', () => {
    const encoder = new MessageEncoder();
    const message = createMessage('user', 'Hi');
    const [first, second] = [1, 2].map(() => encoder.encode([message]).messages[0]?.content[0]);
    expect(first).toBe(second);
  });
});

describe('data kept from an earlier answer', () => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'sig' };
  const redacted = { type: 'redacted_thinking', data: 'opaque' };
  const parts = [
    { type: 'block', block: thinking, length: 0 },
    { type: 'block', block: redacted, length: 0 },
    { type: 'text', length: 4 },
    { type: 'call' },
    { type: 'text', length: 5 },
    { type: 'call' },
  ];
  const answer = (content: string, ids: readonly string[]): Message => ({
    role: 'assistant',
    content,
    tool_calls: ids.map((id) => call(id)),
    provider_data: { anthropic: { parts }, google: { parts: [] } },
  });
  const last = (message: Message) => encode([createMessage('user', 'Go'), message]).messages.at(-1)?.content;
  const use = (id: string) => ({ type: 'tool_use', id, name: 'search', input: {} });

  it('is sent back in its order', () => {
    expect(last(answer('LookAgain', ['a', 'b']))).toEqual([
      thinking,
      redacted,
      text('Look'),
      use('a'),
      text('Again'),
      use('b'),
    ]);
  });

  it('is sent back before text and calls if the message was changed', () => {
    expect(last(answer('Changed.', ['a']))).toEqual([thinking, redacted, text('Changed.'), use('a')]);
  });

  it.each([
    ['no list', { parts: 'x' }],
    ['parts of another kind', { parts: [{ type: 'text' }] }],
    ['a block that is none', { parts: [{ type: 'block', length: 0, block: 1 }] }],
    ['a block that is none in place of the text', { parts: [{ type: 'block', length: 2, block: 1 }] }],
    ['a block of another kind', { parts: [{ type: 'thought', length: 2, block: { type: 'thinking' } }] }],
    ['null', null],
  ])('is not used if it contains %s', (_name, anthropic) => {
    const message: Message = { role: 'assistant', content: 'Hi', provider_data: { anthropic } };
    expect(last(message)).toEqual([text('Hi')]);
  });
});
