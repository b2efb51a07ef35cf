import type { GenerateOptions, LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import { GroqClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { assemble } from '../../reply/stream-assembler.js';
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

const add: ToolSpec = {
  name: 'add',
  description: 'Adds.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  },
  annotations: {},
  source: { file: 'src/add.ts', line: 1 },
};
const hello: readonly Message[] = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
];

const server = sharedRawServer();

/** The SDK adds its own path to the address of the server. */
const address = () => server.url.replace(/\/v1$/, '');

function client(config: Partial<LLMConfig> = {}): GroqClient {
  return new GroqClient({
    provider: 'groq',
    model: 'llama-3.3-70b-versatile',
    apiKey: 'gsk_test-key-0123',
    baseUrl: address(),
    retries: { maxRetries: 0 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

async function sent(model: string, options: GenerateOptions = {}, tools: readonly ToolSpec[] = []) {
  server.respond((response) => sendJson(response, completion({ content: 'ok' })));
  await client({ model }).generate(hello, tools, options);
  return server.requests[0]?.body ?? {};
}

const warningsOf = async (model: string, options: GenerateOptions, tools: readonly ToolSpec[] = []) => {
  const warnings: LLMNotice[] = [];
  const body = await sent(model, { ...options, onEvent: (notice) => warnings.push(notice) }, tools);
  return { body, warnings: warnings.map((notice) => (notice.type === 'warning' ? notice.message : '')) };
};

describe('the request to Groq', () => {
  // A9, A10
  it('uses the path and the key of Groq, and turns developer messages into system messages', async () => {
    expect(await sent('llama-3.3-70b-versatile', { maxTokens: 5, seed: 1, temperature: 0 })).toEqual({
      model: 'llama-3.3-70b-versatile',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      max_completion_tokens: 5,
      seed: 1,
      temperature: 0,
    });
    expect(server.requests[0]?.url).toBe('/openai/v1/chat/completions');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer gsk_test-key-0123');
  });

  it('accepts the address of the OpenAI-compatible API, and reads key and address from the environment', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'ok' })));
    const env = { GROQ_BASE_URL: `${address()}/openai/v1`, GROQ_API_KEY: 'gsk_other-key-4567' };
    await client({ baseUrl: undefined, apiKey: undefined, runtime: { env } }).generate(hello);
    expect(server.requests[0]?.url).toBe('/openai/v1/chat/completions');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer gsk_other-key-4567');
    expect(() => client({ apiKey: '', runtime: { env: {} } })).toThrow(
      expect.objectContaining({ code: 'MISSING_API_KEY', message: expect.stringContaining('GROQ_API_KEY') }),
    );
  });

  it('lets models write null for optional members, which Groq would refuse', async () => {
    const { tools } = await sent('llama-3.3-70b-versatile', { toolChoice: 'required' }, [add]);
    expect(tools).toMatchObject([
      {
        type: 'function',
        function: { name: 'add', parameters: { properties: { b: { type: ['number', 'null'] } } } },
      },
    ]);
  });

  it.each(['generate', 'stream'] as const)('takes these nulls out again by %s', async (way) => {
    const call = {
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'add', arguments: '{"a":1,"b":null}' },
    };
    server.respond((response, { body }) => {
      if (body.stream) response.writeHead(200, SSE).end(streamOf([{ tool_calls: [call] }], 'tool_calls'));
      else sendJson(response, completion({ content: null, tool_calls: [call] }, 'tool_calls'));
    });
    const groq = client();
    const { toolCalls } = await (way === 'generate'
      ? groq.generate(hello, [add])
      : assemble(groq.stream(hello, [add])));
    expect(toolCalls.map((made) => made.function.arguments)).toEqual(['{"a":1}']);
  });

  it.each([
    ['openai/gpt-oss-20b', 'high', { reasoning_effort: 'high' }],
    ['qwen/qwen3-32b', 'medium', { reasoning_effort: 'default', reasoning_format: 'parsed' }],
    ['qwen/qwen3-32b', 'none', { reasoning_effort: 'none', reasoning_format: 'parsed' }],
    ['qwen/qwen3.8-27b', 'low', { reasoning_effort: 'low', reasoning_format: 'parsed' }],
  ] as const)('names the effort as %s knows it: %s', async (model, reasoningEffort, expected) => {
    expect(await sent(model, { reasoningEffort })).toMatchObject(expected);
  });

  // A11
  it('drops options that the model does not know, with a warning', async () => {
    const options = { reasoningEffort: 'low', webSearchOptions: {} } as const;
    const { body, warnings } = await warningsOf('llama-3.1-8b-instant', options);
    expect(body).not.toHaveProperty('reasoning_effort');
    expect(warnings).toEqual([expect.stringContaining('reasoningEffort, webSearchOptions')]);
    expect(await failureOf(sent('openai/gpt-oss-20b', { logprobs: { top: 1 } }))).toMatchObject({
      code: 'UNSUPPORTED',
    });
  });

  it('searches the web with the tool or the settings of the model', async () => {
    const webSearchOptions = { user_location: { type: 'approximate', approximate: { country: 'norway' } } };
    expect(await sent('openai/gpt-oss-120b', { webSearchOptions })).toMatchObject({
      tools: [{ type: 'browser_search' }],
    });
    expect(await sent('groq/compound', { webSearchOptions })).toMatchObject({
      search_settings: { country: 'norway' },
    });
  });

  it('asks for structured answers without tools, strictly if the model supports it', async () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false } as const;
    const options = { jsonResponse: { name: 'out', schema } };
    expect(await sent('openai/gpt-oss-20b', options)).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'out', schema, strict: true } },
    });
    expect(await sent('moonshotai/kimi-k2-instruct', options)).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'out', schema } },
    });
    const { body, warnings } = await warningsOf('openai/gpt-oss-20b', options, [add]);
    expect(body).not.toHaveProperty('response_format');
    expect(warnings).toEqual([expect.stringContaining('jsonResponse combined with tools')]);
  });

  it('lets extraBody take precedence', async () => {
    const extraBody = { reasoning_format: 'hidden', service_tier: 'flex' };
    expect(await sent('qwen/qwen3-32b', { extraBody })).toMatchObject(extraBody);
  });
});

describe('the reply of Groq', () => {
  it('includes reasoning and, in a stream, usage', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } };
    server.respond((response) => {
      const chunks = [
        { ...chunk({ role: 'assistant', content: '' }), x_groq: { id: 'req_1' } },
        chunk({ reasoning: 'Hm.' }),
        chunk({ content: 'Hi.' }),
        { ...chunk({}, 'stop'), x_groq: { id: 'req_1', usage } },
        '[DONE]',
      ];
      response.writeHead(200, SSE).end(chunks.map(event).join(''));
    });
    expect(await assemble(client().stream(hello))).toEqual({
      content: 'Hi.',
      reasoning: 'Hm.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 5, outputTokens: 3, cachedInputTokens: 2 },
    });
    expect(server.requests[0]?.body).not.toHaveProperty('stream_options');
  });

  it('comes in one piece if JSON answers cannot be streamed', async () => {
    server.respond((response) => sendJson(response, completion({ content: '{}' })));
    const { content } = await assemble(client().stream(hello, [], { jsonResponse: true }));
    expect(content).toBe('{}');
    expect(server.requests[0]?.body).not.toHaveProperty('stream');
  });

  it('fails if an error comes in the middle of a stream', async () => {
    server.respond((response) => {
      const chunks = [chunk({ content: 'Hi' }), { ...chunk({}), x_groq: { error: 'over capacity' } }];
      response.writeHead(200, SSE).end(chunks.map(event).join(''));
    });
    expect(await failureOf(assemble(client().stream(hello)))).toMatchObject({
      code: 'PROVIDER_FAILED',
      message: 'groq refused the request: over capacity',
    });
  });
});
