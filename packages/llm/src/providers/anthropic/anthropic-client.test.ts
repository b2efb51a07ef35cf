import { inspect } from 'node:util';
import type { LLMDelta, LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import { AnthropicClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';
import { failureOf } from '../../testing/failures.test.support.js';
import { event, SSE, sendJson, sharedRawServer } from '../../testing/raw-server.test.support.js';
import { message, streamOf } from './events.test.support.js';

const KEY = 'sk-ant-very-secret-0123456789';
const hello = [{ role: 'user', content: 'Hello' }] as const;
const text = { type: 'text', text: 'Hi.' };
const weather: ToolSpec = {
  name: 'weather',
  description: 'Weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  annotations: {},
  source: { file: 'src/weather.ts', line: 1 },
};

const server = sharedRawServer();

function client(config: Partial<LLMConfig> = {}): AnthropicClient {
  return new AnthropicClient({
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    baseUrl: server.url,
    apiKey: KEY,
    retries: { baseDelayMs: 1 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

const answerWith = (...content: readonly object[]) =>
  server.respond((response, { body }) => {
    const blocks = content.map((block) => ({ ...block }));
    if (body.stream) response.writeHead(200, SSE).end(streamOf(blocks));
    else sendJson(response, JSON.stringify(message(blocks)));
  });

describe('AnthropicClient', () => {
  // A9
  it('sends the key in its header to the configured address, with or without /v1', async () => {
    answerWith(text);
    for (const baseUrl of [server.url, `${server.url}/`, server.url.replace('/v1', '')]) {
      await client({ baseUrl }).generate(hello);
      expect(server.requests.at(-1)).toMatchObject({
        url: '/v1/messages',
        headers: { authorization: `Bearer ${KEY}`, 'anthropic-version': '2026-10-21' },
      });
    }
  });

  // A9
  it('takes key and address from the environment, at each call', async () => {
    answerWith(text);
    const env: Record<string, string> = { ANTHROPIC_API_KEY: 'first-key', ANTHROPIC_BASE_URL: server.url };
    const changing = client({ apiKey: ' ', baseUrl: '', runtime: { env } });
    await changing.generate(hello);
    env.ANTHROPIC_API_KEY = 'second-key';
    await changing.generate(hello);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-key',
      'Bearer second-key',
    ]);
  });

  it('sends no token from the environment instead of the key', async () => {
    answerWith(text);
    process.env.ANTHROPIC_AUTH_TOKEN = 'token-of-another-account';
    try {
      await client().generate(hello);
    } finally {
      delete process.env.ANTHROPIC_AUTH_TOKEN;
    }
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  // D4
  it('fails at once without a key, and names the variable', () => {
    expect(() => client({ apiKey: undefined, runtime: { env: {} } })).toThrow(
      expect.objectContaining({
        code: 'MISSING_API_KEY',
        message: expect.stringContaining('ANTHROPIC_API_KEY'),
      }),
    );
  });

  // A12
  it('sends a temperature to models that accept one', async () => {
    answerWith(text);
    const older = client({ model: 'claude-haiku-4-5' });
    await older.generate(hello, [], { temperature: 0.5 });
    await older.generate(hello, [], { extraBody: { top_p: 0.5 } });
    await older.generate(hello, [], { temperature: 0.5, reasoningEffort: 'low' });
    expect(
      server.requests.map(({ headers, body }) => [headers['anthropic-version'], body.temperature]),
    ).toEqual([
      ['2023-06-01', 0.5],
      ['2023-06-01', undefined],
      ['2026-10-21', undefined],
    ]);
  });

  it('yields text while the stream is open, and closes it when the consumer leaves', async () => {
    server.respond((response) => {
      const wire = streamOf([text]);
      response.writeHead(200, SSE).write(wire.slice(0, wire.indexOf('event: content_block_stop')));
    });
    for await (const delta of client().stream(hello)) {
      expect(delta).toEqual({ type: 'text-delta', text: 'Hi.' });
      break;
    }
    await server.requests[0]?.closed;
  });

  // D6, E12
  it.each(['generate', 'stream'] as const)('replays thoughts in a turn with tools by %s', async (way) => {
    const thinking = { type: 'thinking', thinking: 'I need the weather.', signature: 'c2ln' };
    const redacted = { type: 'redacted_thinking', data: 'b3BhcXVl' };
    const use = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } };
    answerWith(thinking, redacted, use);
    const messages: Message[] = [{ role: 'user', content: 'Rain in Oslo?' }];
    const ask = () =>
      way === 'generate'
        ? client().generate(messages, [weather], { reasoningEffort: 'high' })
        : assemble(client().stream(messages, [weather], { reasoningEffort: 'high' }));
    const answer = toAssistantMessage(await ask());
    expect(answer.reasoning).toBe('I need the weather.');
    // What was stored and loaded again is as good.
    messages.push(JSON.parse(JSON.stringify(answer)), {
      role: 'tool',
      tool_call_id: 'toolu_1',
      content: 'dry',
    });
    await ask();
    expect(server.requests[1]?.body).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [thinking, redacted, use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'dry' }] },
      ],
    });
  });

  it('warns once of options that are sent differently', async () => {
    answerWith(text);
    const events: LLMNotice[] = [];
    const onEvent = (notice: LLMNotice) => events.push(notice);
    const forceless = client({ model: 'claude-opus-5-5' });
    for (let turn = 0; turn < 2; turn++) {
      await forceless.generate(hello, [weather], {
        toolChoice: 'required',
        seed: 1,
        temperature: 1,
        onEvent,
      });
    }
    expect(events.map((notice) => 'message' in notice && notice.message)).toEqual([
      expect.stringContaining('temperature'),
      "claude-opus-5-5: the model cannot be forced to call a tool, so toolChoice 'required' is sent as 'auto'.",
      'claude-opus-5-5: seed is omitted, because the API does not support it.',
    ]);
    expect(server.requests[0]?.body).toMatchObject({ tool_choice: { type: 'auto' } });
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
  });
});

describe('what Anthropic refuses', () => {
  const refusal = (type: string, said: string) =>
    JSON.stringify({ type: 'error', error: { type, message: said }, request_id: 'req_1' });

  it.each([
    [400, 'invalid_request_error', 'messages: bad', 'BAD_REQUEST'],
    [400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 'CONTEXT_TOO_LONG'],
    [401, 'authentication_error', 'invalid x-api-key', 'AUTHENTICATION'],
    [403, 'permission_error', 'no', 'AUTHENTICATION'],
    [404, 'not_found_error', 'model: claude-x', 'BAD_REQUEST'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'CONTEXT_TOO_LONG'],
  ])('with status %i and %s is not sent again', async (status, type, said, code) => {
    server.respond((response) => sendJson(response, refusal(type, said), status, { 'request-id': 'req_1' }));
    const error = await failureOf(client().generate(hello));
    expect(error).toMatchObject({ code, status, requestId: 'req_1' });
    expect(error.message).toBe(`anthropic refused the request (status ${status}): ${said}`);
    expect(server.requests).toHaveLength(1);
  });

  it.each(['generate', 'stream'] as const)('with status 529 is sent again by %s', async (way) => {
    server.respond((response, { body }, index) => {
      if (index < 2) sendJson(response, refusal('overloaded_error', 'Overloaded'), 529);
      else if (body.stream) response.writeHead(200, SSE).end(streamOf([text]));
      else sendJson(response, JSON.stringify(message([text])));
    });
    const events: LLMNotice[] = [];
    const options = { onEvent: (notice: LLMNotice) => events.push(notice) };
    const asked =
      way === 'generate'
        ? client().generate(hello, [], options)
        : assemble(client().stream(hello, [], options));
    expect((await asked).content).toBe('Hi.');
    expect(events).toEqual([
      expect.objectContaining({ type: 'retry', attempt: 1, reason: expect.stringContaining('Overloaded') }),
      expect.objectContaining({ type: 'retry', attempt: 2 }),
    ]);
  });

  it('before the first delta of a stream is retried', async () => {
    server.respond((response, _request, index) => {
      const failed = `event: error\n${event(JSON.parse(refusal('overloaded_error', 'Overloaded')))}`;
      response.writeHead(200, SSE).end(index === 0 ? failed : streamOf([text]));
    });
    expect((await assemble(client().stream(hello))).content).toBe('Hi.');
  });

  it.each([
    ['overloaded_error', 'PROVIDER_FAILED'],
    ['rate_limit_error', 'RATE_LIMIT'],
    ['authentication_error', 'AUTHENTICATION'],
    ['invalid_request_error', 'BAD_REQUEST'],
  ])('in the middle of a stream ends it: %s', async (type, code) => {
    server.respond((response) => {
      const wire = streamOf([text]);
      const begun = wire.slice(0, wire.indexOf('event: content_block_stop'));
      response.writeHead(200, SSE).end(`${begun}event: error\n${event(JSON.parse(refusal(type, 'Stop.')))}`);
    });
    const deltas: LLMDelta[] = [];
    const read = async () => {
      for await (const delta of client().stream(hello)) deltas.push(delta);
    };
    expect(await failureOf(read())).toMatchObject({ code, message: expect.stringContaining('Stop.') });
    expect(deltas).toEqual([{ type: 'text-delta', text: 'Hi.' }]);
    expect(server.requests).toHaveLength(1);
  });

  it('never shows the key', async () => {
    server.respond((response, { headers }) => {
      sendJson(response, refusal('authentication_error', `bad key ${String(headers.authorization)}`), 401);
    });
    const error = await failureOf(client().generate(hello));
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
    expect(error.message).toContain('bad key Bearer [redacted]');
    expect(inspect(client(), { depth: 10, showHidden: true })).not.toContain(KEY);
  });
});
