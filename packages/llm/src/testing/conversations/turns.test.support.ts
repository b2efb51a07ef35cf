import type { LLMResponse, Message } from '@toolwright/contract';
import { toAssistantMessage } from '../../reply/stream-assembler.js';
import { createMessage } from '../../request/messages.js';
import { expectUnlessGap, PIXEL, Stage, type Subject, WAYS, weather } from './stage.test.support.js';

const CITY = {
  name: 'city',
  schema: {
    type: 'object',
    properties: { capital: { type: 'string' } },
    required: ['capital'],
    additionalProperties: false,
  },
} as const;

/** A10, A13: the request reaches the server, and its answer reaches the caller, streamed or not. */
export function describeTurns(subject: Subject): void {
  const stage = new Stage(subject);
  beforeAll(() => stage.open());
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());

  describe.each(WAYS)('%s', (way) => {
    it('completes two turns with a tool', async () => {
      stage.mock.on({ userMessage: 'Oslo', hasToolResult: true }, { content: 'It rains.' });
      stage.mock.on({ userMessage: 'Oslo' }, { toolCalls: [call('Oslo')] });
      const messages: Message[] = [
        createMessage('developer', 'Be brief.'),
        createMessage('user', 'Rain in Oslo?'),
      ];
      const first = await stage.ask(way, messages, { tools: [weather] });
      expect(first).toMatchObject({ content: null, finishReason: 'tool-calls' });
      expect(calls(first)).toEqual([['get_weather', { city: 'Oslo' }]]);
      answer(messages, first, ['rain']);
      expect(await stage.ask(way, messages, { tools: [weather] })).toMatchObject({
        content: 'It rains.',
        toolCalls: [],
        finishReason: 'stop',
      });
      const [, , said, result] = received(stage);
      expect([said?.role, result?.role]).toEqual(['assistant', 'tool']);
      const id = first.toolCalls[0]?.id;
      expectUnlessGap(subject, 'call-ids', said, { tool_calls: [{ id }] });
      expectUnlessGap(subject, 'call-ids', result, { tool_call_id: id });
      expect(result?.content).toContain('rain');
    });

    it('receives several calls in one turn, and answers them together', async () => {
      stage.mock.on({ userMessage: 'Compare', hasToolResult: true }, { content: 'Oslo is colder.' });
      stage.mock.on({ userMessage: 'Compare' }, { toolCalls: [call('Oslo'), call('Rome')] });
      const messages: Message[] = [createMessage('user', 'Compare Oslo and Rome.')];
      const first = await stage.ask(way, messages, { tools: [weather] });
      expect(calls(first)).toEqual([
        ['get_weather', { city: 'Oslo' }],
        ['get_weather', { city: 'Rome' }],
      ]);
      expect(new Set(first.toolCalls.map(({ id }) => id)).size).toBe(2);
      answer(messages, first, ['5 degrees', '20 degrees']);
      expect((await stage.ask(way, messages, { tools: [weather] })).content).toBe('Oslo is colder.');
      const results = received(stage).filter(({ role }) => role === 'tool');
      const ids = first.toolCalls.map(({ id }) => ({ tool_call_id: id }));
      expectUnlessGap(subject, 'call-ids', results, ids);
      expect(results.map(({ content }) => content)).toEqual([
        expect.stringContaining('5 degrees'),
        expect.stringContaining('20 degrees'),
      ]);
    });

    it('returns text beside calls, and sends both back', async () => {
      stage.mock.on({ userMessage: 'Look', hasToolResult: true }, { content: 'Done.' });
      stage.mock.on({ userMessage: 'Look' }, { content: 'Let me see.', toolCalls: [call('Oslo')] });
      const messages: Message[] = [createMessage('user', 'Look it up.')];
      const first = await stage.ask(way, messages, { tools: [weather] });
      expect(first).toMatchObject({ content: 'Let me see.', finishReason: 'tool-calls' });
      expect(first.toolCalls).toHaveLength(1);
      answer(messages, first, ['sun']);
      await stage.ask(way, messages, { tools: [weather] });
      expect(received(stage)[1]).toMatchObject({ role: 'assistant', content: 'Let me see.' });
    });

    it('returns empty arguments as an empty object', async () => {
      stage.mock.on({ userMessage: 'Go' }, { toolCalls: [{ name: 'get_weather', arguments: '' }] });
      const { toolCalls } = await stage.ask(way, [createMessage('user', 'Go')], { tools: [weather] });
      expect(toolCalls[0]?.function.arguments).toBe('{}');
    });

    it('shows images', async () => {
      stage.mock.on({ userMessage: 'What is this?' }, { content: 'A pixel.' });
      const images = [`data:image/png;base64,${PIXEL}`, 'https://example.com/cat.png'];
      const message = createMessage('user', 'What is this?', { images });
      expect((await stage.ask(way, [message])).content).toBe('A pixel.');
      expect(stage.sent[0]?.body).toContain(PIXEL);
      const other = subject.fetchesImages ? `"${PIXEL}","${PIXEL}"` : 'https://example.com/cat.png';
      expect(stage.sent[0]?.body).toContain(other);
      expect(stage.events).toEqual([]);
    });

    it('requests JSON', async () => {
      stage.mock.on({ userMessage: 'Norway' }, { content: '{"capital":"Oslo"}' });
      const asked = { jsonResponse: CITY };
      const { content } = await stage.ask(way, [createMessage('user', 'Norway?')], asked);
      expect(JSON.parse(content ?? '')).toEqual({ capital: 'Oslo' });
      expect(stage.sent[0]?.body).toContain('"capital":{"type":"string"}');
      expect(stage.events).toEqual([]);
    });

    it('returns reasoning and usage', async () => {
      const usage = { prompt_tokens: 12, completion_tokens: 7, input_tokens: 12, output_tokens: 7 };
      stage.mock.on({ userMessage: 'Think' }, { content: 'Yes.', reasoning: 'Hm, hm.', usage });
      const response = await stage.ask(way, [createMessage('user', 'Think.')]);
      expect(response.content).toBe('Yes.');
      expectUnlessGap(subject, 'reasoning', response, { reasoning: 'Hm, hm.' });
      const gap = way === 'stream' && !subject.gaps?.includes('usage') ? 'stream-usage' : 'usage';
      expectUnlessGap(subject, gap, response, { usage: { inputTokens: 12, outputTokens: 7 } });
    });

    it('reports that an answer was truncated', async () => {
      stage.mock.on({ userMessage: 'Tell' }, { content: 'Once upon', finishReason: 'length' });
      const response = await stage.ask(way, [createMessage('user', 'Tell me all.')]);
      expect(response.content).toBe('Once upon');
      expectUnlessGap(subject, 'finish-reasons', response, { finishReason: 'length' });
    });
  });
}

function call(city: string) {
  return { name: 'get_weather', arguments: JSON.stringify({ city }) };
}

function calls({ toolCalls }: LLMResponse) {
  return toolCalls.map(({ function: { name, arguments: text } }) => [name, JSON.parse(text)]);
}

function answer(messages: Message[], response: LLMResponse, results: readonly string[]): void {
  messages.push(toAssistantMessage(response));
  for (const [index, content] of results.entries()) {
    const toolCallId = response.toolCalls[index]?.id ?? '';
    messages.push(createMessage('tool', content, { toolCallId }));
  }
}

interface Received {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

/** The last conversation as the server parsed it. */
function received(stage: Stage): readonly Received[] {
  const body = stage.mock.getLastRequest()?.body;
  if (typeof body !== 'object' || body === null || !('messages' in body))
    throw new Error('Nothing was received.');
  // The server translates each provider's request into this shape.
  return body.messages as readonly Received[];
}
