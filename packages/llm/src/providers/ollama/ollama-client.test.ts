import type { LLMNotice, Message } from '@toolwright/contract';
import { failureOf } from '../../testing/failures.test.support.js';
import { add, hello, OllamaStage, whole } from './ollama-stage.test.support.js';

const stage = new OllamaStage();
beforeAll(() => stage.open());
afterAll(() => stage.close());

describe('the request to Ollama', () => {
  // A9, A10
  it('needs no key', async () => {
    expect(await stage.sent()).toEqual({
      model: 'llama3.2',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
    });
    expect(stage.server.requests[0]?.url).toBe('/api/chat');
    expect(stage.server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['a host without protocol', () => stage.address().replace('http://', '')],
    ['a path for the OpenAI-compatible API', () => stage.server.url],
  ])('finds its server by OLLAMA_HOST: %s', async (_name, host) => {
    await stage.sent({}, { baseUrl: undefined, runtime: { env: { OLLAMA_HOST: host() } } });
    expect(stage.server.requests[0]?.url).toBe('/api/chat');
  });

  it('refuses an invalid address', async () => {
    expect(() => stage.client({ baseUrl: 'nowhere' })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
    const env = { OLLAMA_HOST: 'http://a b' };
    expect(
      await failureOf(stage.client({ baseUrl: undefined, runtime: { env } }).generate(hello)),
    ).toMatchObject({
      code: 'INVALID_CONFIG',
      hint: expect.stringContaining('OLLAMA_HOST'),
    });
  });

  it('sends a key to its own servers, and to others if one is configured', async () => {
    const asked: [string, string | null][] = [];
    const runtime = {
      env: { OLLAMA_HOST: 'https://ollama.com', OLLAMA_API_KEY: 'key-of-the-cloud' },
      fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        asked.push([String(input), new Headers(init?.headers).get('authorization')]);
        return new Response(whole({ content: 'ok' }));
      },
    };
    await stage.client({ baseUrl: undefined, runtime }).generate(hello);
    await stage.client({ apiKey: 'own-key-1', runtime }).generate(hello);
    await stage.client({ runtime }).generate(hello);
    expect(asked).toEqual([
      ['https://ollama.com:443/api/chat', 'Bearer key-of-the-cloud'],
      [`${stage.address()}/api/chat`, 'Bearer own-key-1'],
      [`${stage.address()}/api/chat`, null],
    ]);
  });

  // A12
  it('sends the options that Ollama supports', async () => {
    const body = await stage.sent(
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
    expect(await stage.sent({ jsonResponse: true })).toMatchObject({ format: 'json' });
  });

  it.each([
    ['qwen3:8b', 'high', true],
    ['qwen3:8b', 'none', false],
    ['gpt-oss:20b', 'high', 'high'],
    ['gpt-oss:20b', 'none', 'low'],
  ] as const)('controls the thinking of %s: %s', async (model, reasoningEffort, think) => {
    expect(await stage.sent({ reasoningEffort }, { model })).toMatchObject({ think });
  });

  // A11
  it('drops options that the model does not support, with a warning', async () => {
    const warnings: LLMNotice[] = [];
    const options = {
      reasoningEffort: 'low',
      webSearchOptions: {},
      jsonResponse: true,
      onEvent: (notice: LLMNotice) => warnings.push(notice),
    } as const;
    const body = await stage.sent(options, {}, hello, [add]);
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream', 'tools']);
    expect(warnings).toEqual([
      {
        type: 'warning',
        message: expect.stringContaining(
          'reasoningEffort, webSearchOptions, jsonResponse combined with tools',
        ),
      },
    ]);
  });

  it('sends tools unless `toolChoice` is none', async () => {
    expect(await stage.sent({}, {}, hello, [add])).toMatchObject({
      tools: [{ type: 'function', function: { name: 'add' } }],
    });
    expect(await stage.sent({ toolChoice: 'none' }, {}, hello, [add])).not.toHaveProperty('tools');
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
    expect((await stage.sent({}, {}, messages)).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: '',
        thinking: 'Hm.',
        tool_calls: [
          { id: 'c1', function: { name: 'add', arguments: { a: 1 } } },
          { id: 'c2', function: { name: 'add', arguments: { INVALID_JSON: '{"a":' } } },
        ],
      },
      { role: 'tool', content: '2', tool_name: 'add', tool_call_id: 'c1' },
      { role: 'tool', content: 'malformed', tool_name: 'add', tool_call_id: 'c2' },
      { role: 'assistant', content: 'It is 2.' },
    ]);
  });
});
