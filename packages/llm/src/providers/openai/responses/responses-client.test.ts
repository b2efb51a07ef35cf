import type { GenerateOptions, LLMDelta, LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import type { LLMConfig } from '../../../client/config.js';
import { assemble, toAssistantMessage } from '../../../reply/stream-assembler.js';
import { failureOf } from '../../../testing/failures.test.support.js';
import { event, SSE, sendJson } from '../../../testing/raw-server.test.support.js';
import { hello, openaiStage } from '../openai-stage.test.support.js';
import { eventsOf, functionCall, message, reasoning, responseOf, wire } from './events.test.support.js';

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

const { server, client } = openaiStage({
  provider: 'openai',
  model: 'gpt-5-mini',
  apiKey: 'test-key',
  api: 'responses',
  retries: { maxRetries: 0 },
});

async function sent(
  options: GenerateOptions = {},
  config: Partial<LLMConfig> = {},
  tools: readonly ToolSpec[] = [],
) {
  server.respond((response) => sendJson(response, JSON.stringify(responseOf([message('ok')]))));
  await client(config).generate(hello, tools, options);
  return server.requests[0]?.body ?? {};
}

describe('the request to the responses API', () => {
  it('contains model and input, stores nothing, and asks for encrypted reasoning', async () => {
    expect(await sent()).toEqual({
      model: 'gpt-5-mini',
      input: [{ role: 'user', content: 'Hello' }],
      store: false,
      include: ['reasoning.encrypted_content'],
    });
    expect(server.requests[0]?.url).toBe('/v1/responses');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer test-key');
  });

  // A12
  it('sends the options of the call, and drops unsupported ones with a warning', async () => {
    const warnings: LLMNotice[] = [];
    const schema = { type: 'object', properties: {}, additionalProperties: false } as const;
    const body = await sent(
      {
        maxCompletionTokens: 100,
        reasoningEffort: 'low',
        seed: 1,
        toolChoice: 'required',
        jsonResponse: { name: 'out', schema },
        webSearchOptions: {
          search_context_size: 'low',
          user_location: { type: 'approximate', approximate: { city: 'Oslo' } },
        },
        extraBody: { prompt_cache_key: 'k' },
        onEvent: (notice) => warnings.push(notice),
      },
      {},
      [add],
    );
    expect(body).toMatchObject({
      max_output_tokens: 100,
      reasoning: { effort: 'low' },
      tool_choice: 'required',
      text: { format: { type: 'json_schema', name: 'out', schema, strict: true } },
      tools: [
        { type: 'function', name: 'add', description: 'Adds.', parameters: add.parameters, strict: true },
        {
          type: 'web_search',
          search_context_size: 'low',
          user_location: { type: 'approximate', city: 'Oslo' },
        },
      ],
      prompt_cache_key: 'k',
    });
    expect(body).not.toHaveProperty('seed');
    expect(warnings).toEqual([{ type: 'warning', message: expect.stringContaining('support seed') }]);
  });

  it('asks a model without reasoning for none, and for log-probabilities on request', async () => {
    expect(
      await sent({ temperature: 0, logprobs: { top: 3 }, jsonResponse: true }, { model: 'gpt-4.1' }),
    ).toMatchObject({
      temperature: 0,
      top_logprobs: 3,
      include: ['message.output_text.logprobs'],
      text: { format: { type: 'json_object' } },
    });
  });
});

// C5
describe('the choice of the API', () => {
  const urls = async (
    config: Partial<LLMConfig>,
    options: GenerateOptions = {},
    tools: readonly ToolSpec[] = [],
  ) => {
    server.respond((response, { url }) =>
      sendJson(
        response,
        JSON.stringify(
          url.endsWith('/responses')
            ? responseOf([message('ok')])
            : { choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] },
        ),
      ),
    );
    await client(config).generate(hello, tools, options);
    return server.requests[0]?.url;
  };

  it('follows the request if it is automatic', async () => {
    expect(await urls({ api: 'auto' })).toBe('/v1/chat/completions');
    expect(await urls({ api: 'auto' }, {}, [add])).toBe('/v1/responses');
    expect(await urls({ api: 'auto', model: 'gpt-4.1' }, { webSearchOptions: {} })).toBe('/v1/responses');
  });

  it('is chat completions for servers other than OpenAI, unless the config says otherwise', async () => {
    expect(await urls({ api: undefined }, {}, [add])).toBe('/v1/chat/completions');
    expect(await urls({ api: 'chat' }, {}, [add])).toBe('/v1/chat/completions');
  });

  it('is automatic at the address of OpenAI', async () => {
    const asked: string[] = [];
    const runtime = {
      env: {},
      fetch: async (input: Parameters<typeof fetch>[0]) => {
        asked.push(String(input));
        return Response.json(responseOf([message('ok')]));
      },
    };
    await client({ api: undefined, baseUrl: undefined, runtime }).generate(hello, [add]);
    expect(asked).toEqual(['https://api.openai.com/v1/responses']);
  });

  it('has the capabilities of both', () => {
    expect(client({ api: 'auto' }).capabilities.webSearch).toBe(true);
    expect(client({ api: 'chat' }).capabilities.webSearch).toBe(false);
    expect(client({ capabilities: { webSearch: false } }).capabilities.webSearch).toBe(false);
  });

  it('refuses an unknown name', () => {
    // JavaScript callers can pass anything.
    expect(() => client({ api: 'both' as 'auto' })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
  });
});

describe('a stream of the responses API', () => {
  const collect = async (deltas: AsyncIterable<LLMDelta>) => {
    const list: LLMDelta[] = [];
    for await (const delta of deltas) list.push(delta);
    return list;
  };

  // A13
  it('yields text while it is open, and asks for it', async () => {
    let finish = () => {};
    const [first, second, third, fourth, ...rest] = eventsOf([message('Hi')]);
    server.respond((response) => {
      response.writeHead(200, SSE).write(wire([first ?? {}, second ?? {}, third ?? {}, fourth ?? {}]));
      finish = () => response.end(wire(rest));
    });
    const deltas = client().stream(hello);
    expect(await deltas.next()).toEqual({ done: false, value: { type: 'text-delta', text: 'H' } });
    finish();
    expect(await collect(deltas)).toEqual([
      { type: 'text-delta', text: 'i' },
      { type: 'finish', finishReason: 'stop' },
    ]);
    expect(server.requests[0]?.body.stream).toBe(true);
  });

  it('takes two turns with tools, and sends the reasoning of the first back in the second', async () => {
    const output = [reasoning(), functionCall('c1', 'add', '{"a":1}')];
    server.respond(
      (response, _request, index) =>
        void response.writeHead(200, SSE).end(wire(eventsOf(index === 0 ? output : [message('Done.')]))),
    );
    const shared = client();
    const first = await assemble(shared.stream(hello, [add]));
    expect(first).toMatchObject({ finishReason: 'tool-calls', toolCalls: [{ id: 'c1' }] });
    const history: Message[] = [
      ...hello,
      toAssistantMessage(first),
      { role: 'tool', tool_call_id: 'c1', content: '2' },
    ];
    expect(await assemble(shared.stream(history, [add]))).toMatchObject({ content: 'Done.' });
    expect(server.requests[1]?.body.input).toEqual([
      { role: 'user', content: 'Hello' },
      reasoning(),
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: 'c1', output: '2' },
    ]);
  });

  // An interrupted stream is never accepted as a complete answer.
  it.each([0, 1, 3, 5])('is interrupted if it ends after %i events', async (count) => {
    const events = eventsOf([message('Hello')]).slice(0, count);
    server.respond((response) => void response.writeHead(200, SSE).end(wire(events)));
    expect(await failureOf(assemble(client().stream(hello)))).toMatchObject({ code: 'STREAM_CUT' });
  });

  it('is interrupted if the connection breaks', async () => {
    server.respond((response) => {
      response
        .writeHead(200, SSE)
        .write(wire(eventsOf([message('Hello')]).slice(0, 5)), () => response.destroy());
    });
    expect(await failureOf(assemble(client().stream(hello)))).toMatchObject({ code: 'STREAM_CUT' });
  });

  // C8
  it('is retried if the error comes before any text, and not after', async () => {
    const failure = { type: 'error', code: 'server_error', message: 'Oops.' };
    const retries = { maxRetries: 2, baseDelayMs: 1 };
    server.respond(
      (response, _request, index) =>
        void response.writeHead(200, SSE).end(wire(index === 0 ? [failure] : eventsOf([message('Ok')]))),
    );
    expect(await assemble(client({ retries }).stream(hello))).toMatchObject({ content: 'Ok' });
    const late = [...eventsOf([message('Hello')]).slice(0, 5), failure];
    server.respond((response) => void response.writeHead(200, SSE).end(wire(late)));
    expect(await failureOf(assemble(client({ retries }).stream(hello)))).toMatchObject({
      code: 'PROVIDER_FAILED',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('closes its connection when it is aborted', async () => {
    const stop = new AbortController();
    server.respond(
      (response) => void response.writeHead(200, SSE).write(wire(eventsOf([message('Hi')]).slice(0, 4))),
    );
    const deltas = client().stream(hello, [], { signal: stop.signal });
    await deltas.next();
    stop.abort();
    expect(await failureOf(collect(deltas))).toMatchObject({ code: 'ABORTED' });
    await server.requests[0]?.closed;
  });

  it('ends although the server stays connected', async () => {
    server.respond(
      (response) =>
        void response.writeHead(200, SSE).write(wire(eventsOf([message('Hi')])) + event('[DONE]')),
    );
    expect(await assemble(client().stream(hello))).toMatchObject({ content: 'Hi' });
    await server.requests[0]?.closed;
  });
});

describe('refusals of the responses API', () => {
  it.each([
    [401, { message: 'bad key test-key' }, 'AUTHENTICATION'],
    [400, { message: 'too long', code: 'context_length_exceeded' }, 'CONTEXT_TOO_LONG'],
    [429, { message: 'slow down' }, 'RATE_LIMIT'],
    [500, { message: 'oops' }, 'PROVIDER_FAILED'],
  ])('are typed: %i', async (status, error, code) => {
    server.respond((response) =>
      sendJson(response, JSON.stringify({ error }), status, { 'x-request-id': 'req_1' }),
    );
    const failure = await failureOf(client().generate(hello));
    expect(failure).toMatchObject({ code, status, requestId: 'req_1' });
    expect(failure.message).not.toContain('test-key');
  });

  it('are found in responses with status 200', async () => {
    const error = { code: 'rate_limit_exceeded', message: 'Slow down.' };
    server.respond((response) =>
      sendJson(response, JSON.stringify(responseOf([], { status: 'failed', error }))),
    );
    expect(await failureOf(client().generate(hello))).toMatchObject({ code: 'RATE_LIMIT' });
  });
});
