import type { GenerateOptions, LLMDelta, LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import type { LLMConfig } from '../config.js';
import { createClient } from '../create-client.js';
import {
  chunk,
  completion,
  event,
  type RawServer,
  SSE,
  sendJson,
  startRawServer,
  streamOf,
} from '../raw-server.test.support.js';
import { assemble } from '../stream-assembler.js';
import { OpenAIClient } from './openai-client.js';

const weather: ToolSpec = {
  name: 'weather',
  description: 'Weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  annotations: {},
  source: { file: 'src/weather.ts', line: 1 },
};
const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.close());

function client(config: Partial<LLMConfig> = {}): OpenAIClient {
  return new OpenAIClient({
    provider: 'openai-compatible',
    model: 'gpt-4o',
    baseUrl: server.url,
    retries: { maxRetries: 0 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

/** The body that reaches the server. */
async function sent(
  options: GenerateOptions = {},
  config: Partial<LLMConfig> = {},
  messages = hello,
  tools: readonly ToolSpec[] = [],
): Promise<Record<string, unknown>> {
  server.respond((response) => sendJson(response, completion({ content: 'ok' })));
  await client(config).generate(messages, tools, options);
  return server.requests[0]?.body ?? {};
}

async function collect(deltas: AsyncIterable<LLMDelta>): Promise<LLMDelta[]> {
  const list: LLMDelta[] = [];
  for await (const delta of deltas) list.push(delta);
  return list;
}

describe('OpenAIClient.generate', () => {
  it('gives text, finish reason and usage', async () => {
    const usage = {
      prompt_tokens: 12,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    server.respond((response) => sendJson(response, completion({ content: 'Hi.' }, 'stop', { usage })));
    expect(await client().generate(hello)).toEqual({
      content: 'Hi.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 12, outputTokens: 7, cachedInputTokens: 4, reasoningTokens: 3 },
    });
    expect(server.requests[0]?.url).toBe('/v1/chat/completions');
  });

  it('gives tool calls as the model wrote them, also malformed ones', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":' } };
    server.respond((response) =>
      sendJson(response, completion({ content: null, tool_calls: [call] }, 'tool_calls')),
    );
    expect(await client().generate(hello, [weather])).toEqual({
      content: null,
      toolCalls: [call],
      finishReason: 'tool-calls',
    });
  });

  it('says that there are calls where a server finishes with stop', async () => {
    const call = { type: 'function', function: { name: 'weather', arguments: { city: 'Oslo' } } };
    server.respond((response) => sendJson(response, completion({ content: '', tool_calls: [call] })));
    const { finishReason, toolCalls } = await client().generate(hello, [weather]);
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls[0]?.function.arguments).toBe('{"city":"Oslo"}');
    expect(toolCalls[0]?.id).toMatch(/^call_0_\w+$/);
  });

  it('shows reasoning and refusals', async () => {
    server.respond((response) =>
      sendJson(response, completion({ content: null, refusal: 'No.', reasoning_content: 'Hm.' })),
    );
    expect(await client().generate(hello)).toMatchObject({
      content: null,
      refusal: 'No.',
      reasoning: 'Hm.',
    });
  });

  it.each([
    ['an HTML page', '<html>Welcome</html>'],
    ['no body', ''],
    ['a body that is cut', '{"choices":[{"mess'],
    ['other JSON', '{"hello":"world"}'],
    ['a list', '[]'],
    ['a completion without choices', '{"choices":[]}'],
  ])('refuses %s', async (_name, body) => {
    server.respond((response) => sendJson(response, body));
    await expect(client().generate(hello)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      blame: 'provider',
    });
  });
});

describe('OpenAIClient.stream', () => {
  // A13
  it('yields text while the stream is open', async () => {
    let finish = () => {};
    server.respond((response) => {
      response.writeHead(200, SSE).write(event(chunk({ role: 'assistant', content: 'Hel' })));
      finish = () => response.end(streamOf([{ content: 'lo' }]));
    });
    const deltas = client().stream(hello);
    expect(await deltas.next()).toEqual({ done: false, value: { type: 'text-delta', text: 'Hel' } });
    finish();
    expect(await collect(deltas)).toEqual([
      { type: 'text-delta', text: 'lo' },
      { type: 'finish', finishReason: 'stop' },
    ]);
  });

  it('asks for usage and yields it before the finish', async () => {
    server.respond((response) => {
      const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } };
      response.writeHead(200, SSE).write(event(chunk({ content: 'a' })) + event(chunk({}, 'length')));
      response.end(event(usage) + event('[DONE]'));
    });
    expect(await collect(client().stream(hello))).toEqual([
      { type: 'text-delta', text: 'a' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 1 } },
      { type: 'finish', finishReason: 'length' },
    ]);
    expect(server.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('takes a whole completion from a server that does not stream', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'Whole.' })));
    expect(await assemble(client().stream(hello))).toEqual({
      content: 'Whole.',
      toolCalls: [],
      finishReason: 'stop',
    });
  });

  it('sends nothing before the first value is asked for', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'x' })));
    const deltas = client().stream(hello);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.requests).toHaveLength(0);
    await collect(deltas);
    expect(server.requests).toHaveLength(1);
  });

  it('closes the connection when the consumer leaves', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(event(chunk({ content: 'one' })));
    });
    for await (const delta of client().stream(hello)) {
      expect(delta).toEqual({ type: 'text-delta', text: 'one' });
      break;
    }
    await server.requests[0]?.closed;
  });

  it('uses the connection again after a stream that was read to its end', async () => {
    const own = await startRawServer();
    const ports = new Set<number | undefined>();
    own.respond((response) => {
      ports.add(response.socket?.remotePort);
      response.writeHead(200, SSE).end(streamOf([{ content: 'x' }]));
    });
    const shared = client({ baseUrl: own.url });
    for (let turn = 0; turn < 8; turn++) await collect(shared.stream(hello));
    await own.close();
    // Node's fetch itself alternates between two connections when requests follow each other at once.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it('does not wait for a server that stays connected after it is done', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(streamOf([{ content: 'x' }]));
    });
    const started = performance.now();
    expect(await assemble(client().stream(hello))).toMatchObject({ content: 'x', finishReason: 'stop' });
    expect(performance.now() - started).toBeLessThan(3000);
    await server.requests[0]?.closed;
  });
});

describe('the request', () => {
  it('holds model and messages, and nothing that was not asked for', async () => {
    expect(await sent()).toEqual({ model: 'gpt-4o', messages: hello });
  });

  // A12
  it('carries the options of the call', async () => {
    const body = await sent({
      temperature: 0,
      seed: 7,
      maxCompletionTokens: 100,
      jsonResponse: true,
      extraBody: { top_k: 5 },
    });
    expect(body).toMatchObject({
      temperature: 0,
      seed: 7,
      max_completion_tokens: 100,
      response_format: { type: 'json_object' },
      top_k: 5,
    });
  });

  // A9, A12
  it("prefers the call's options to the client's", async () => {
    const config = {
      model: 'gpt-5',
      reasoningEffort: 'low',
      extraBody: { user: 'client', metadata: { a: '1' } },
    } as const;
    expect(await sent({ reasoningEffort: 'high', extraBody: { user: 'call' } }, config)).toMatchObject({
      reasoning_effort: 'high',
      user: 'call',
      metadata: { a: '1' },
    });
    expect(await sent({ reasoningEffort: undefined }, config)).toMatchObject({
      reasoning_effort: 'low',
      user: 'client',
    });
  });

  it('lets extraBody win over everything', async () => {
    expect(await sent({ temperature: 1, extraBody: { temperature: 0.5, model: 'other' } })).toMatchObject({
      temperature: 0.5,
      model: 'other',
    });
  });

  it('uses the newer token limit for models that refuse the older', async () => {
    const body = await sent({ maxTokens: 50 }, { model: 'o3-mini' });
    expect(body).toMatchObject({ max_completion_tokens: 50 });
    expect(body).not.toHaveProperty('max_tokens');
    expect(await sent({ maxTokens: 50 }, { model: 'llama' })).toMatchObject({ max_tokens: 50 });
  });

  it('carries tools and how they are chosen', async () => {
    expect(await sent({ toolChoice: 'required' }, {}, hello, [weather])).toMatchObject({
      tools: [{ type: 'function', function: { name: 'weather', description: 'Weather of a city.' } }],
      tool_choice: 'required',
    });
    expect(await sent({ toolChoice: 'required' })).not.toHaveProperty('tool_choice');
  });

  it('asks for a strict answer only where the schema fulfils the rules of strict mode', async () => {
    const closed = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    } as const;
    const open = { type: 'object', properties: { a: { type: 'string' } } } as const;
    for (const [schema, strict] of [
      [closed, true],
      [open, false],
    ] as const) {
      expect(await sent({ jsonResponse: { name: 'answer', schema } })).toMatchObject({
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict } },
      });
    }
  });

  it('sends developer messages as system messages, unless the server knows them', async () => {
    const messages: readonly Message[] = [{ role: 'developer', content: 'Be brief.' }, ...hello];
    expect((await sent({}, {}, messages)).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      ...hello,
    ]);
    expect((await sent({}, { developerRole: true }, messages)).messages).toEqual(messages);
  });

  it('leaves reasoning and provider data out of the history, and puts null beside calls', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } } as const;
    const messages: readonly Message[] = [
      ...hello,
      { role: 'assistant', content: '', tool_calls: [call], reasoning: 'Hm.', provider_data: { x: 1 } },
      { role: 'tool', tool_call_id: 'c1', content: 'Sunny' },
      { role: 'assistant', content: null, refusal: null },
    ];
    expect((await sent({}, {}, messages)).messages).toEqual([
      ...hello,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'Sunny' },
      { role: 'assistant', content: '' },
    ]);
  });
});

describe('what a model does not support', () => {
  const image = { type: 'image_url', image_url: { url: 'https://example.com/cat.png' } } as const;

  // A11
  it('is left out, with one warning for each listener', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'ok' })));
    const notices: LLMNotice[] = [];
    const onEvent = (notice: LLMNotice) => notices.push(notice);
    const unknown = client({ model: 'some-local-model', reasoningEffort: 'high' });
    const messages: readonly Message[] = [{ role: 'user', content: [{ type: 'text', text: 'See' }, image] }];
    for (let turn = 0; turn < 3; turn++) {
      await unknown.generate(messages, [weather], { jsonResponse: true, onEvent });
    }
    expect(notices).toEqual([
      {
        type: 'warning',
        message: expect.stringMatching(/some-local-model.* images, reasoningEffort, jsonResponse:/),
      },
    ]);
    const body = server.requests[2]?.body;
    expect(body).not.toHaveProperty('reasoning_effort');
    expect(body).not.toHaveProperty('response_format');
    expect(JSON.stringify(body?.messages)).not.toContain('example.com');
    expect(body?.tools).toHaveLength(1);
    await unknown.generate(messages, [], { onEvent: (notice) => notices.push(notice) });
    expect(notices).toHaveLength(2);
  });

  // A11
  it('is sent where the config says otherwise', async () => {
    const body = await sent(
      { jsonResponse: true },
      { model: 'some-local-model', capabilities: { jsonMode: true, images: true } },
      [{ role: 'user', content: [image] }],
    );
    expect(body).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [{ role: 'user', content: [image] }],
    });
  });
});

describe('keys and addresses', () => {
  // A9
  it('reads the environment at each call', async () => {
    const env: Record<string, string | undefined> = {
      OPENAI_API_KEY: 'first-key-000',
      OPENAI_BASE_URL: server.url,
    };
    server.respond((response) => sendJson(response, completion({ content: 'ok' })));
    const late = createClient({ provider: 'openai', model: 'gpt-4o', runtime: { env } });
    await late.generate(hello, [], {});
    env.OPENAI_API_KEY = ' second-key-00\n';
    await late.generate(hello, [], {});
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-key-000',
      'Bearer second-key-00',
    ]);
    env.OPENAI_API_KEY = '';
    await expect(late.generate(hello, [], {})).rejects.toMatchObject({ code: 'MISSING_API_KEY' });
    expect(server.requests).toHaveLength(2);
  });

  // A10
  it('sends no key to a server that was given none, whatever the environment holds', async () => {
    const env = {
      OPENAI_API_KEY: 'secret-of-openai',
      OPENAI_ORG_ID: 'org-1',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    };
    await sent({}, { runtime: { env } });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    await sent({}, { runtime: { env }, apiKey: 'own-key' });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer own-key');
  });

  it('keeps its key out of what is printed of it', () => {
    const printed = JSON.stringify(client({ apiKey: 'sk-secret-key-1' }));
    expect(printed).not.toContain('sk-secret');
    expect(printed).toContain('gpt-4o');
  });
});
