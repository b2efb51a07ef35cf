import { existsSync } from 'node:fs';
import type { GenerateOptions, LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import * as fc from 'fast-check';
import type { LLMConfig } from '../config.js';
import { failureOf } from '../failures.test.support.js';
import { type RawServer, sendJson, startRawServer } from '../raw-server.test.support.js';
import { assemble, toAssistantMessage } from '../stream-assembler.js';
import { OllamaClient } from './ollama-client.js';

const add: ToolSpec = {
  name: 'add',
  description: 'Adds.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  },
  annotations: {},
  source: { file: 'src/add.ts', line: 1 },
};
const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const NDJSON = { 'content-type': 'application/x-ndjson' };

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.close());

const address = () => server.url.replace(/\/v1$/, '');

function client(config: Partial<LLMConfig> = {}): OllamaClient {
  return new OllamaClient({
    provider: 'ollama',
    model: 'llama3.2',
    baseUrl: address(),
    retries: { maxRetries: 0 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

const reply = (message: object, more: object = {}) => ({
  model: 'llama3.2',
  created_at: '2026-11-22T00:00:00.123Z',
  message: { role: 'assistant', content: '', ...message },
  done: false,
  ...more,
});
const done = (more: object = {}) =>
  reply({}, { done: true, done_reason: 'stop', prompt_eval_count: 11, eval_count: 7, ...more });
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const whole = (message: object) =>
  JSON.stringify({ ...done(), ...reply(message, { done: true, done_reason: 'stop' }) });

async function sent(
  options: GenerateOptions = {},
  config: Partial<LLMConfig> = {},
  messages = hello,
  tools: readonly ToolSpec[] = [],
) {
  server.respond((response) => sendJson(response, whole({ content: 'ok' })));
  await client(config).generate(messages, tools, options);
  return server.requests[0]?.body ?? {};
}

describe('the request to Ollama', () => {
  // A9, A10
  it('needs no key', async () => {
    expect(await sent()).toEqual({
      model: 'llama3.2',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
    });
    expect(server.requests[0]?.url).toBe('/api/chat');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['a host without protocol', () => address().replace('http://', '')],
    ['a path for the OpenAI-compatible API', () => server.url],
  ])('finds its server by OLLAMA_HOST: %s', async (_name, host) => {
    await sent({}, { baseUrl: undefined, runtime: { env: { OLLAMA_HOST: host() } } });
    expect(server.requests[0]?.url).toBe('/api/chat');
  });

  it('refuses an address that is none', async () => {
    expect(() => client({ baseUrl: 'nowhere' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    const env = { OLLAMA_HOST: 'http://a b' };
    expect(await failureOf(client({ baseUrl: undefined, runtime: { env } }).generate(hello))).toMatchObject({
      code: 'INVALID_CONFIG',
      hint: expect.stringContaining('OLLAMA_HOST'),
    });
  });

  it('sends a key to its own servers, and wherever one is configured', async () => {
    const asked: [string, string | null][] = [];
    const runtime = {
      env: { OLLAMA_HOST: 'https://ollama.com', OLLAMA_API_KEY: 'key-of-the-cloud' },
      fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        asked.push([String(input), new Headers(init?.headers).get('authorization')]);
        return new Response(whole({ content: 'ok' }));
      },
    };
    await client({ baseUrl: undefined, runtime }).generate(hello);
    await client({ apiKey: 'own-key-1', runtime }).generate(hello);
    await client({ runtime }).generate(hello);
    expect(asked).toEqual([
      ['https://ollama.com:443/api/chat', 'Bearer key-of-the-cloud'],
      [`${address()}/api/chat`, 'Bearer own-key-1'],
      [`${address()}/api/chat`, null],
    ]);
  });

  // A12
  it('carries options where Ollama has them', async () => {
    const body = await sent(
      {
        temperature: 0,
        seed: 7,
        maxCompletionTokens: 50,
        jsonResponse: { name: 'out', schema: { type: 'object' } },
        logprobs: { top: 2 },
        extraBody: { keep_alive: '10m', options: { num_ctx: 8192, seed: 8 } },
      },
      { extraBody: { keep_alive: '1m' } },
    );
    expect(body).toMatchObject({
      options: { temperature: 0, seed: 8, num_predict: 50, num_ctx: 8192 },
      format: { type: 'object' },
      logprobs: true,
      top_logprobs: 2,
      keep_alive: '10m',
    });
    expect(await sent({ jsonResponse: true })).toMatchObject({ format: 'json' });
  });

  it.each([
    ['qwen3:8b', 'high', true],
    ['qwen3:8b', 'none', false],
    ['gpt-oss:20b', 'high', 'high'],
    ['gpt-oss:20b', 'none', 'low'],
  ] as const)('controls the thinking of %s: %s', async (model, reasoningEffort, think) => {
    expect(await sent({ reasoningEffort }, { model })).toMatchObject({ think });
  });

  // A11
  it('drops what the model cannot do, with a warning', async () => {
    const warnings: LLMNotice[] = [];
    const options = {
      reasoningEffort: 'low',
      webSearchOptions: {},
      jsonResponse: true,
      onEvent: (notice: LLMNotice) => warnings.push(notice),
    } as const;
    const body = await sent(options, {}, hello, [add]);
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream', 'tools']);
    expect(warnings).toEqual([
      {
        type: 'warning',
        message: expect.stringContaining(
          'reasoningEffort, webSearchOptions, jsonResponse together with tools',
        ),
      },
    ]);
  });

  it('sends tools unless they must not be called', async () => {
    expect(await sent({}, {}, hello, [add])).toMatchObject({
      tools: [{ type: 'function', function: { name: 'add' } }],
    });
    expect(await sent({ toolChoice: 'none' }, {}, hello, [add])).not.toHaveProperty('tools');
  });

  it('sends calls and results with names, arguments as objects, and the thoughts that led to a call', async () => {
    const call = (id: string, text: string) =>
      ({ id, type: 'function', function: { name: 'add', arguments: text } }) as const;
    const messages: Message[] = [
      { role: 'developer', content: 'Be brief.' },
      ...hello,
      {
        role: 'assistant',
        content: null,
        reasoning: 'Hm.',
        tool_calls: [call('c1', '{"a":1}'), call('c2', '{"a":')],
      },
      { role: 'tool', tool_call_id: 'c1', content: '2' },
      { role: 'tool', tool_call_id: 'c2', content: 'malformed' },
      { role: 'assistant', content: 'It is 2.', reasoning: 'Hm.' },
    ];
    expect((await sent({}, {}, messages)).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: '',
        thinking: 'Hm.',
        tool_calls: [
          { id: 'c1', function: { name: 'add', arguments: { a: 1 } } },
          { id: 'c2', function: { name: 'add', arguments: {} } },
        ],
      },
      { role: 'tool', content: '2', tool_name: 'add', tool_call_id: 'c1' },
      { role: 'tool', content: 'malformed', tool_name: 'add', tool_call_id: 'c2' },
      { role: 'assistant', content: 'It is 2.' },
    ]);
  });
});

// A3
describe('images for Ollama', () => {
  const model = 'llava:7b';
  const asking = (...urls: readonly string[]): Message[] => [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What?' },
        ...urls.map((url) => ({ type: 'image_url', image_url: { url } }) as const),
      ],
    },
  ];
  const images = (body: Record<string, unknown>) =>
    (body.messages as readonly { images?: unknown }[])[0]?.images;

  it('go as base64, also those that have to be fetched first', async () => {
    const fetched: string[] = [];
    const runtime = {
      env: {},
      fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        if (!String(input).startsWith('https://pictures')) return fetch(input, init);
        fetched.push(String(input));
        return new Response(Buffer.from(PIXEL, 'base64'));
      },
    };
    const messages = asking(`data:image/png;base64,${PIXEL}`, 'https://pictures.example/a.png');
    expect(images(await sent({}, { model, runtime }, messages))).toEqual([PIXEL, PIXEL]);
    expect(fetched).toEqual(['https://pictures.example/a.png']);
  });

  it('are fetched once, however many turns they stay in the history', async () => {
    let fetched = 0;
    const runtime = {
      env: {},
      fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        if (!String(input).startsWith('https://pictures')) return fetch(input, init);
        fetched++;
        // The first answer is no image: what failed is fetched again.
        return new Response(fetched === 1 ? '<html>' : Buffer.from(PIXEL, 'base64'));
      },
    };
    const patient = client({ model, runtime });
    const messages = asking('https://pictures.example/a.png');
    await failureOf(patient.generate(messages));
    for (let turn = 0; turn < 3; turn++) {
      server.respond((response) => sendJson(response, whole({ content: 'ok' })));
      await patient.generate(messages);
      expect(images(server.requests[0]?.body ?? {})).toEqual([PIXEL]);
    }
    expect(fetched).toBe(2);
  });

  it('are never read from a file, although the SDK would, at any attempt', async () => {
    // Also the base64 form of six bytes.
    const path = '/bin/cat';
    expect(existsSync(path)).toBe(true);
    const bodies: Record<string, unknown>[] = [];
    server.respond((response, { body }, index) => {
      bodies.push(body);
      sendJson(response, whole({ content: 'ok' }), index === 0 ? 500 : 200);
    });
    const retries = { maxRetries: 1, baseDelayMs: 1 };
    await client({ model, retries }).generate(asking(`data:image/png;base64,${path}`));
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(images(body)).toEqual([path]);
  });

  it.each<[string, () => Response]>([
    ['status 404', () => new Response('no', { status: 404 })],
    ['it is no PNG', () => new Response('secret text of another server')],
    ['it is larger than', () => new Response(Buffer.alloc(21 * 1024 * 1024))],
  ])('are refused where they cannot be fetched: %s', async (reason, respond) => {
    const runtime = { env: {}, fetch: async () => respond() };
    const failure = await failureOf(client({ model, runtime }).generate(asking('https://a.example/b.png')));
    expect(failure).toMatchObject({ code: 'INVALID_MESSAGE', message: expect.stringContaining(reason) });
    expect(failure.message).not.toContain('secret');
  });

  it('are a note for a model that cannot see', async () => {
    const body = await sent({}, {}, asking('https://a.example/b.png'));
    expect(body.messages).toEqual([
      { role: 'user', content: 'What?\n[an image, which this model cannot see]' },
    ]);
  });
});

describe('the reply of Ollama', () => {
  const stream = (values: readonly object[]) => {
    server.respond((response) => void response.writeHead(200, NDJSON).end(lines(values)));
    return assemble(client().stream(hello, [add]));
  };
  const call = (a: number) => ({ function: { index: 0, name: 'add', arguments: { a } } });

  it('gives text, thoughts and usage, whole and streamed', async () => {
    const expected = {
      content: 'Hi.',
      reasoning: 'Hm.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 7 },
    };
    expect(
      await stream([reply({ thinking: 'Hm.' }), reply({ content: 'H' }), reply({ content: 'i.' }), done()]),
    ).toEqual(expected);
    server.respond((response) => sendJson(response, whole({ thinking: 'Hm.', content: 'Hi.' })));
    expect(await client().generate(hello)).toEqual(expected);
  });

  // A13
  it('keeps calls apart that have no ids and all the index 0', async () => {
    for (const values of [
      [reply({ tool_calls: [call(1), call(2)] }), done()],
      [reply({ tool_calls: [call(1)] }), reply({ tool_calls: [call(2)] }), done()],
    ]) {
      const response = await stream(values);
      expect(response).toMatchObject({ finishReason: 'tool-calls', content: null });
      expect(response.toolCalls.map((made) => made.function.arguments)).toEqual(['{"a":1}', '{"a":2}']);
      expect(new Set(response.toolCalls.map(({ id }) => id)).size).toBe(2);
    }
  });

  it('gives calls of two turns different ids, and keeps those of newer servers', async () => {
    const first = await stream([reply({ tool_calls: [call(1)] }), done()]);
    const later = { created_at: '2026-11-22T00:00:01.5Z' };
    const second = await stream([reply({ tool_calls: [call(1)] }, later), done()]);
    expect(first.toolCalls[0]?.id).not.toBe(second.toolCalls[0]?.id);
    const third = await stream([reply({ tool_calls: [{ id: 'call_x', ...call(1) }] }), done()]);
    expect(third.toolCalls[0]?.id).toBe('call_x');
    expect(toAssistantMessage(third).tool_calls).toHaveLength(1);
  });

  it.each([
    ['length', 'length'],
    ['load', 'other'],
    [undefined, 'stop'],
  ])('knows why it ended: %s', async (done_reason, finishReason) => {
    expect(await stream([reply({ content: 'x' }), done({ done_reason })])).toMatchObject({ finishReason });
  });

  // C10
  it('gives log-probabilities', async () => {
    const logprobs = [{ token: 'Hi', logprob: -0.2, top_logprobs: [{ token: 'Yo', logprob: -2 }] }];
    const { logprobs: got } = await stream([reply({ content: 'Hi' }, { logprobs }), done()]);
    expect(got).toEqual([{ token: 'Hi', logprob: -0.2, top: [{ token: 'Yo', logprob: -2 }] }]);
  });

  it.each([
    ['ends early', [reply({ content: 'Hi' })], 'STREAM_CUT'],
    ['is empty', [], 'STREAM_CUT'],
    ['holds an error', [reply({ content: 'Hi' }), { error: 'the model crashed' }], 'PROVIDER_FAILED'],
    ['holds something else', [{ hello: 'world' }], 'INVALID_RESPONSE'],
  ])('is an error where the stream %s', async (_name, values, code) => {
    expect(await failureOf(stream(values))).toMatchObject({ code });
  });

  it('is the same for any chunking of the same bytes', async () => {
    const values = [
      reply({ thinking: 'Tromsø 🤔' }),
      reply({ content: 'Grüße' }),
      reply({ tool_calls: [call(1)] }),
      done(),
    ];
    const bytes = new TextEncoder().encode(lines(values));
    const expected = await stream(values);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length })), async (cuts) => {
        const points = [...new Set(cuts)].sort((a, b) => a - b);
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const [index, start] of [0, ...points].entries()) {
              controller.enqueue(bytes.slice(start, points[index] ?? bytes.length));
            }
            controller.close();
          },
        });
        const runtime = { env: {}, fetch: async () => new Response(body) };
        expect(await assemble(client({ runtime }).stream(hello))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [404, { error: "model 'llama3.2' not found" }, 'BAD_REQUEST', "model 'llama3.2' not found"],
    [400, { error: 'llama3.2 does not support tools' }, 'BAD_REQUEST', 'does not support tools'],
    [500, { error: 'out of memory' }, 'PROVIDER_FAILED', 'out of memory'],
  ])('is a typed error with status %i', async (status, body, code, message) => {
    server.respond((response) => sendJson(response, JSON.stringify(body), status));
    expect(await failureOf(client().generate(hello))).toMatchObject({
      code,
      status,
      message: expect.stringContaining(message),
    });
  });

  it('ends when it is aborted, and the connection is closed', async () => {
    server.respond(
      (response) => void response.writeHead(200, NDJSON).write(lines([reply({ content: 'Hi' })])),
    );
    const stop = new AbortController();
    const deltas = client().stream(hello, [], { signal: stop.signal });
    await deltas.next();
    stop.abort();
    expect(await failureOf(deltas.next())).toMatchObject({ code: 'ABORTED' });
    await server.requests[0]?.closed;
  });

  it('is waited for only so long', async () => {
    server.respond(
      (response) => void response.writeHead(200, NDJSON).write(lines([reply({ content: 'Hi' })])),
    );
    const deltas = client({ timeouts: { idleMs: 50 } }).stream(hello);
    await deltas.next();
    expect(await failureOf(deltas.next())).toMatchObject({ code: 'PROVIDER_TIMEOUT' });
    await server.requests[0]?.closed;
  });
});
