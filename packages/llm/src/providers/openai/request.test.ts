import type { GenerateOptions, LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import type { LLMConfig } from '../../client/config.js';
import { createClient } from '../../client/create-client.js';
import { completion, sendJson } from '../../testing/raw-server.test.support.js';
import { hello, openaiStage, weather } from './openai-stage.test.support.js';

const { server, client } = openaiStage({ retries: { maxRetries: 0 } });

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

describe('the request', () => {
  it('contains only model and messages by default', async () => {
    expect(await sent()).toEqual({ model: 'gpt-4o', messages: hello });
  });

  // C10
  it('requests log-probabilities, and fails if the model does not support them', async () => {
    expect(await sent({ logprobs: { top: 5 } })).toMatchObject({ logprobs: true, top_logprobs: 5 });
    await expect(sent({ logprobs: { top: 5 } }, { model: 'gpt-5' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      blame: 'developer',
      hint: expect.stringContaining('logprobs: true'),
    });
    const corrected = { model: 'own-model', capabilities: { logprobs: true } };
    expect(await sent({ logprobs: { top: 0 } }, corrected)).toMatchObject({
      logprobs: true,
      top_logprobs: 0,
    });
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

  it('lets extraBody take precedence', async () => {
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

  it('sends developer messages as system messages, unless the server supports the role', async () => {
    const messages: readonly Message[] = [{ role: 'developer', content: 'Be brief.' }, ...hello];
    expect((await sent({}, {}, messages)).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      ...hello,
    ]);
    expect((await sent({}, { developerRole: true }, messages)).messages).toEqual(messages);
  });

  it('leaves reasoning, provider data and empty messages out of the history, and puts null beside calls', async () => {
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
        message: expect.stringMatching(/some-local-model.* images, reasoningEffort, jsonResponse\./),
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
  it('is sent if the config says so', async () => {
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
  it('sends no key to other servers, whatever the environment contains', async () => {
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

  it('does not show its key when printed', () => {
    const printed = JSON.stringify(client({ apiKey: 'sk-secret-key-1' }));
    expect(printed).not.toContain('sk-secret');
    expect(printed).toContain('gpt-4o');
  });
});
