import type { Message, ToolCall } from '@toolwright/contract';
import { createMessage } from '../../request/messages.js';
import { ContentEncoder } from './encode-contents.js';

const encode = (messages: readonly Message[], options: { wantsSignatures?: boolean } = {}) =>
  new ContentEncoder({ wantsSignatures: false, ...options }).encode(messages);
const call = (id: string, name: string, args = '{}'): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

// D6
describe('messages for Gemini', () => {
  it('have a separate system prompt and alternating turns', () => {
    expect(
      encode([
        createMessage('developer', 'Be brief.'),
        createMessage('user', 'Hi'),
        createMessage('user', 'Ho'),
        createMessage('assistant', 'Yes?'),
        createMessage('system', 'Be kind.'),
      ]),
    ).toEqual({
      system: ['Be brief.', 'Be kind.'],
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }, { text: 'Ho' }] },
        { role: 'model', parts: [{ text: 'Yes?' }] },
      ],
    });
  });

  it('put all results of parallel calls in one content, each with the name of its function', () => {
    const { contents } = encode([
      createMessage('user', 'Compare.'),
      createMessage('assistant', 'Let me see.', {
        toolCalls: [call('1', 'weather', '{"city":"Oslo"}'), call('2', 'time')],
      }),
      createMessage('tool', 'rain', { toolCallId: '1' }),
      createMessage('tool', 'noon', { toolCallId: '2' }),
    ]);
    expect(contents.slice(1)).toEqual([
      {
        role: 'model',
        parts: [
          { text: 'Let me see.' },
          { functionCall: { id: '1', name: 'weather', args: { city: 'Oslo' } } },
          { functionCall: { id: '2', name: 'time', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: '1', name: 'weather', response: { output: 'rain' } } },
          { functionResponse: { id: '2', name: 'time', response: { output: 'noon' } } },
        ],
      },
    ]);
  });

  it.each<[string, unknown]>([
    ['{"a":[1,null]}', { a: [1, null] }],
    ['[1,2]', [1, 2]],
    ['5', '5'],
    ['"text"', '"text"'],
    ['{"id":12345678901234567890}', '{"id":12345678901234567890}'],
    ['{ "a": 1 }', '{ "a": 1 }'],
    ['{"a":', '{"a":'],
    ['', ''],
  ])('contain a result as JSON only if nothing is lost: %s', (content, output) => {
    const { contents } = encode([createMessage('tool', content, { toolCallId: '1' })]);
    expect(contents[0]?.parts?.[0]?.functionResponse).toEqual({
      id: '1',
      name: 'unknown',
      response: { output },
    });
  });

  it.each([
    ['{"a":', { INVALID_JSON: '{"a":' }],
    ['[1]', { INVALID_JSON: '[1]' }],
  ])('contain malformed arguments as an object: %s', (args, expected) => {
    const { contents } = encode([createMessage('assistant', null, { toolCalls: [call('1', 'a', args)] })]);
    expect(contents.at(-1)?.parts?.[0]?.functionCall?.args).toEqual(expected);
  });

  it('show images by URL and by content', () => {
    const images = [
      'data:image/png;base64,aGk=',
      'https://example.com/a/cat.JPG?x=1.gif',
      'https://example.com/cat',
    ];
    expect(encode([createMessage('user', 'What?', { images })]).contents[0]?.parts).toEqual([
      { text: 'What?' },
      { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
      { fileData: { fileUri: 'https://example.com/a/cat.JPG?x=1.gif', mimeType: 'image/jpeg' } },
      { fileData: { fileUri: 'https://example.com/cat' } },
    ]);
  });

  it('begin with a user, and leave out empty messages', () => {
    const { contents } = encode([
      createMessage('assistant', 'As I said'),
      createMessage('user', ' '),
      createMessage('assistant', ''),
    ]);
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
    expect(contents[2]?.parts).toEqual([{ text: '(empty message)' }]);
  });
});

describe('thought signatures', () => {
  const parts = [
    { type: 'text', length: 4, signature: 'c2lnMQ==' },
    { type: 'call', signature: 'c2lnMg==' },
    { type: 'call' },
    { type: 'text', length: 0, signature: 'c2lnMw==' },
  ];
  const answer = (content: string, names: readonly string[]): Message => ({
    role: 'assistant',
    content,
    tool_calls: names.map((name) => call(name, name)),
    provider_data: { google: { parts }, anthropic: { parts: [] } },
  });
  const last = (message: Message, wantsSignatures = true) =>
    encode([createMessage('user', 'Go'), message], { wantsSignatures }).contents.at(-1)?.parts;
  const use = (name: string, more: object = {}) => ({ functionCall: { id: name, name, args: {} }, ...more });

  it('are sent back with their parts', () => {
    expect(last(answer('Look', ['a', 'b']))).toEqual([
      { text: 'Look', thoughtSignature: 'c2lnMQ==' },
      use('a', { thoughtSignature: 'c2lnMg==' }),
      use('b'),
      { text: '', thoughtSignature: 'c2lnMw==' },
    ]);
  });

  it('are not sent back if the message was changed', () => {
    expect(last(answer('Changed.', ['a', 'b']), false)).toEqual([{ text: 'Changed.' }, use('a'), use('b')]);
  });

  it('are replaced at the first call if the model requires one', () => {
    const foreign = createMessage('assistant', null, { toolCalls: [call('a', 'a'), call('b', 'b')] });
    expect(last(foreign)).toEqual([
      use('a', { thoughtSignature: 'skip_thought_signature_validator' }),
      use('b'),
    ]);
    expect(last(foreign, false)).toEqual([use('a'), use('b')]);
  });

  it.each([{ parts: 'x' }, { parts: [{ type: 'text' }] }, { parts: [null] }, null])(
    'are not found in %j',
    (google) => {
      const message: Message = { role: 'assistant', content: 'Hi', provider_data: { google } };
      expect(last(message)).toEqual([{ text: 'Hi' }]);
    },
  );
});
