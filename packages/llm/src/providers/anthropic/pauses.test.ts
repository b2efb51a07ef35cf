import type { LLMDelta, LLMNotice, LLMResponse, Message, ToolSpec } from '@toolwright/contract';
import { AnthropicClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';
import { failureOf } from '../../testing/failures.test.support.js';
import {
  type Handler,
  SSE,
  sendJson,
  sharedRawServer,
  startRawServer,
} from '../../testing/raw-server.test.support.js';
import { message, streamOf } from './events.test.support.js';

type Block = Readonly<Record<string, unknown>>;

const hello: readonly Message[] = [{ role: 'user', content: 'News from Oslo?' }];
const search = (id: string): Block => ({
  type: 'server_tool_use',
  id,
  name: 'web_search',
  input: { query: `Oslo ${id}` },
});
const found = (id: string): Block => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [{ type: 'web_search_result', url: `https://example.com/${id}`, encrypted_content: 'x' }],
});
const text = (said: string): Block => ({ type: 'text', text: said });
const call = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } };
const weather: ToolSpec = {
  name: 'weather',
  description: 'Weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  annotations: {},
  source: { file: 'src/weather.ts', line: 1 },
};

const server = sharedRawServer();

/** Returns these parts, one for each request, and repeats the last one. */
function answerWith(...parts: readonly (readonly [content: readonly Block[], stopReason: string])[]): void {
  server.respond((...asked) => reply(parts[Math.min(asked[2], parts.length - 1)])(...asked));
}

function reply(part: readonly [readonly Block[], string] = [[], 'end_turn']): Handler {
  return (response, { body }) => {
    if (body.stream) response.writeHead(200, SSE).end(streamOf(...part));
    else sendJson(response, JSON.stringify(message(...part)));
  };
}

function client(config: Partial<LLMConfig> = {}): AnthropicClient {
  return new AnthropicClient({
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    baseUrl: server.url,
    apiKey: 'k',
    retries: { baseDelayMs: 1 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

type Way = 'generate' | 'stream';
function ask(way: Way, events: LLMNotice[] = [], messages = hello): Promise<LLMResponse> {
  const options = { webSearchOptions: {}, onEvent: (notice: LLMNotice) => void events.push(notice) };
  return way === 'generate'
    ? client().generate(messages, [weather], options)
    : assemble(client().stream(messages, [weather], options));
}

/** The conversation of one request, without cache marks. */
const conversation = (index: number): unknown =>
  JSON.parse(
    JSON.stringify(server.requests[index]?.body.messages, (key, value) =>
      key === 'cache_control' ? undefined : value,
    ),
  );

describe.each<Way>(['generate', 'stream'])('an answer in which Anthropic pauses, by %s', (way) => {
  it('is continued by sending back its parts, until it is complete', async () => {
    answerWith(
      [[text('I look. '), search('a'), found('a')], 'pause_turn'],
      [[search('b'), found('b')], 'pause_turn'],
      [[text('It rains.'), call], 'tool_use'],
    );
    const response = await ask(way);
    expect(response).toMatchObject({
      content: 'I look. It rains.',
      finishReason: 'tool-calls',
      toolCalls: [{ id: 'toolu_1', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
      // The server counts 10 and 5 for each part.
      usage: { inputTokens: 30, outputTokens: 15 },
    });
    const [question] = [{ role: 'user', content: [text('News from Oslo?')] }];
    const begun = [text('I look. '), search('a'), found('a')];
    expect(conversation(0)).toEqual([question]);
    expect(conversation(1)).toEqual([question, { role: 'assistant', content: begun }]);
    const further = [...begun, search('b'), found('b')];
    expect(conversation(2)).toEqual([question, { role: 'assistant', content: further }]);
    expect(server.requests[2]?.body).toMatchObject({ tools: server.requests[0]?.body.tools });

    // The whole answer is sent back as one turn.
    const result = { role: 'tool', tool_call_id: 'toolu_1', content: 'rain' } as const;
    await ask(way, [], [...hello, toAssistantMessage(response), result]);
    expect(conversation(3)).toEqual([
      question,
      { role: 'assistant', content: [...further, text('It rains.'), call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
    ]);
  });

  it('is continued a limited number of times', async () => {
    answerWith([[text('.'), search('a'), found('a')], 'pause_turn']);
    const events: LLMNotice[] = [];
    const response = await ask(way, events);
    expect(server.requests).toHaveLength(11);
    expect(response).toMatchObject({ content: '.'.repeat(11), finishReason: 'other' });
    expect(events).toEqual([{ type: 'warning', message: expect.stringContaining('paused more than 10') }]);
  });

  it('waits for the results of calls in it', async () => {
    answerWith([[search('a'), call], 'pause_turn']);
    expect(await ask(way)).toMatchObject({ finishReason: 'tool-calls', toolCalls: [{ id: 'toolu_1' }] });
    expect(server.requests).toHaveLength(1);
  });

  it('loses nothing if the next part must be requested twice', async () => {
    const parts: readonly Handler[] = [
      reply([[text('I look. '), search('a'), found('a')], 'pause_turn']),
      (response) => sendJson(response, '{"type":"error","error":{"type":"overloaded_error"}}', 529),
      reply([[text('It rains.')], 'end_turn']),
    ];
    server.respond((...asked) => parts[asked[2]]?.(...asked));
    const events: LLMNotice[] = [];
    expect(await ask(way, events)).toMatchObject({ content: 'I look. It rains.', finishReason: 'stop' });
    expect(events).toEqual([expect.objectContaining({ type: 'retry', attempt: 1 })]);
    expect(conversation(2)).toEqual(conversation(1));
  });

  it('is bounded by the total time as a whole', async () => {
    const slow: Handler = async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      await reply([[search('a'), found('a')], 'pause_turn'])(...asked);
    };
    // A separate server: a request that is running at the timeout may arrive after the test, as the first one of the next test.
    const own = await startRawServer();
    own.respond(slow);
    const hurried = client({ baseUrl: own.url, timeouts: { totalMs: 300 } });
    const asked = way === 'generate' ? hurried.generate(hello) : assemble(hurried.stream(hello));
    expect(await failureOf(asked)).toMatchObject({ code: 'PROVIDER_TIMEOUT' });
    expect(own.requests.length).toBeLessThanOrEqual(3);
    await own.close();
  });
});

it('can be left between two parts of a paused answer', async () => {
  answerWith([[text('I look. '), search('a'), found('a')], 'pause_turn'], [[text('It rains.')], 'end_turn']);
  const deltas: LLMDelta[] = [];
  for await (const delta of client().stream(hello)) {
    deltas.push(delta);
    if (delta.type === 'usage') break;
  }
  expect(deltas.filter(({ type }) => type === 'finish')).toEqual([]);
  await Promise.all(server.requests.map(({ closed }) => closed));
});
