import type { LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import { GoogleClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';
import { failureOf } from '../../testing/failures.test.support.js';
import {
  chunk,
  completion,
  event,
  SSE,
  sendJson,
  sharedRawServer,
  streamOf,
} from '../../testing/raw-server.test.support.js';

const weather: ToolSpec = {
  name: 'weather',
  description: 'Weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string', pattern: '^[A-Z]' } } },
  annotations: {},
  source: { file: 'src/weather.ts', line: 1 },
};

const server = sharedRawServer();

function client(config: Partial<LLMConfig> = {}): GoogleClient {
  return new GoogleClient({
    provider: 'google',
    model: 'gemini-3.8-flash',
    baseUrl: `${server.url}beta/openai/`,
    apiKey: 'gemini-key',
    retries: { maxRetries: 0 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

const signed = (id: string, city: string, signature?: string) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: `{"city":"${city}"}` },
  ...(signature && { extra_content: { google: { thought_signature: signature } } }),
});

// A10
describe("Gemini through its address for OpenAI's protocol", () => {
  it('receives the key and the roles of Gemini', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'Hi.' })));
    const env = { GEMINI_API_KEY: 'from-environment', OPENAI_API_KEY: 'of-openai' };
    const messages: Message[] = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ];
    expect((await client({ apiKey: undefined, runtime: { env } }).generate(messages)).content).toBe('Hi.');
    expect(server.requests[0]).toMatchObject({
      url: '/v1beta/openai/chat/completions',
      headers: { authorization: 'Bearer from-environment' },
      body: { model: 'gemini-3.8-flash', messages: [{ role: 'system' }, { role: 'user' }] },
    });
  });

  it.each(['generate', 'stream'] as const)('replays thought signatures by %s', async (way) => {
    const calls = [signed('1', 'Oslo', 'c2ln'), signed('2', 'Rome')];
    server.respond((response, { body }) => {
      const message = { content: 'Let me see.', tool_calls: calls };
      if (!body.stream) return sendJson(response, completion(message, 'tool_calls'));
      const wire = [
        chunk({ content: 'Let me ' }),
        chunk({ content: 'see.' }),
        ...calls.map((call) => chunk({ tool_calls: [{ index: 0, ...call }] })),
        chunk({}, 'tool_calls'),
        '[DONE]',
      ];
      response.writeHead(200, SSE).end(wire.map(event).join(''));
    });
    const messages: Message[] = [{ role: 'user', content: 'Rain?' }];
    const ask = () =>
      way === 'generate'
        ? client().generate(messages, [weather])
        : assemble(client().stream(messages, [weather]));
    const response = await ask();
    expect(response.toolCalls.map(({ id }) => id)).toEqual(['1', '2']);
    messages.push(toAssistantMessage(response));
    await ask();
    expect(server.requests[1]?.body.messages).toEqual([
      { role: 'user', content: 'Rain?' },
      { role: 'assistant', content: 'Let me see.', tool_calls: calls },
    ]);
    // The native API can continue with the same message.
    expect(response.providerData).toEqual({
      google: {
        parts: [{ type: 'text', length: 11 }, { type: 'call', signature: 'c2ln' }, { type: 'call' }],
      },
    });
  });

  it('signs calls of another model', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'Hi.' })));
    const call = { id: '1', type: 'function', function: { name: 'weather', arguments: '{}' } } as const;
    const messages: Message[] = [
      { role: 'user', content: 'Rain?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: '1', content: 'dry' },
    ];
    await client().generate(messages);
    const signature = { google: { thought_signature: 'skip_thought_signature_validator' } };
    expect(server.requests[0]?.body.messages).toMatchObject([
      {},
      { tool_calls: [{ ...call, extra_content: signature }] },
      { role: 'tool' },
    ]);
  });

  it('sends lowered schemas and names of efforts, and no search', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'Hi.' })));
    const events: LLMNotice[] = [];
    const options = {
      reasoningEffort: 'low',
      webSearchOptions: {},
      onEvent: (notice: LLMNotice) => events.push(notice),
    } as const;
    await client().generate([{ role: 'user', content: 'Rain?' }], [weather], options);
    expect(server.requests[0]?.body).toMatchObject({ reasoning_effort: 'low' });
    expect(server.requests[0]?.body).not.toHaveProperty('web_search_options');
    expect(JSON.stringify(server.requests[0]?.body.tools)).not.toContain('"pattern":');
    expect(events).toEqual([{ type: 'warning', message: expect.stringContaining('webSearchOptions') }]);
  });

  it.each(['generate', 'stream'] as const)('waits as long as the body asks, by %s', async (way) => {
    const message = 'You exceeded your current quota, please check your plan and billing details.';
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.03s' }];
    server.respond((response, { body }, index) => {
      const error = { code: 429, message, status: 'RESOURCE_EXHAUSTED', details };
      if (index === 0) sendJson(response, JSON.stringify([{ error }]), 429);
      else if (body.stream) response.writeHead(200, SSE).end(streamOf([{ content: 'Hi.' }]));
      else sendJson(response, completion({ content: 'Hi.' }));
    });
    const events: LLMNotice[] = [];
    const options = { onEvent: (notice: LLMNotice) => events.push(notice) };
    const patient = client({ retries: { maxRetries: 1, baseDelayMs: 1 } });
    const hello: readonly Message[] = [{ role: 'user', content: 'Hi' }];
    const asked =
      way === 'generate'
        ? patient.generate(hello, [], options)
        : assemble(patient.stream(hello, [], options));
    expect((await asked).content).toBe('Hi.');
    expect(events).toEqual([expect.objectContaining({ type: 'retry', attempt: 1 })]);
    expect(events[0]?.type === 'retry' && events[0].delayMs).toBeGreaterThanOrEqual(30);
  });

  it('asks for JSON in the subset of JSON Schema that Gemini supports', async () => {
    server.respond((response) => sendJson(response, completion({ content: '{}' })));
    const jsonResponse = { name: 'city', schema: weather.parameters };
    await client().generate([{ role: 'user', content: 'Where?' }], [], { jsonResponse });
    const { response_format: format } = server.requests[0]?.body ?? {};
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { name: 'city', strict: true } });
    expect(JSON.stringify(format)).not.toContain('"pattern":');
  });

  it('reports the refusal, even if the error comes in a list', async () => {
    const error = {
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
    };
    server.respond((response) => sendJson(response, JSON.stringify([{ error }]), 400));
    expect(await failureOf(client().generate([{ role: 'user', content: 'Hi' }]))).toMatchObject({
      code: 'AUTHENTICATION',
      message: 'google refused the request (status 400): API key not valid. Please pass a valid API key.',
    });
  });
});
