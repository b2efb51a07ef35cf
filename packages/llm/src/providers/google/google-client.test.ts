import type { GenerateOptions, LLMNotice, Message, ToolSpec } from '@toolwright/contract';
import { GoogleClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';
import { failureOf } from '../../testing/failures.test.support.js';
import { event, SSE, sendJson, sharedRawServer } from '../../testing/raw-server.test.support.js';
import { response as reply, streamOf } from './responses.test.support.js';

const KEY = 'AIzaVerySecret0123456789abcdefg';
const hello = [{ role: 'user', content: 'Hello' }] as const;
const weather: ToolSpec = {
  name: 'weather',
  description: 'Weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  annotations: {},
  source: { file: 'src/weather.ts', line: 1 },
};

const server = sharedRawServer();

const address = () => server.url.replace('/v1', '');

function client(config: Partial<LLMConfig> = {}): GoogleClient {
  return new GoogleClient({
    provider: 'google',
    model: 'gemini-3.8-flash',
    baseUrl: address(),
    apiKey: KEY,
    retries: { baseDelayMs: 1 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

const answerWith = (...parts: readonly Readonly<Record<string, unknown>>[]) =>
  server.respond((response, { url }) => {
    if (url.includes('stream')) response.writeHead(200, SSE).end(streamOf(parts));
    else sendJson(response, JSON.stringify(reply(parts, 'STOP')));
  });

const WAYS = ['generate', 'stream'] as const;
function ask(
  way: (typeof WAYS)[number],
  messages: readonly Message[],
  options: GenerateOptions = {},
  tools: readonly ToolSpec[] = [],
) {
  return way === 'generate'
    ? client().generate(messages, tools, options)
    : assemble(client().stream(messages, tools, options));
}

describe('GoogleClient', () => {
  // A9
  it('sends the key in a header, to the address that is configured, with or without a version', async () => {
    answerWith({ text: 'Hi.' });
    for (const baseUrl of [address(), `${address()}/`, `${address()}/v1beta`]) {
      await client({ baseUrl }).generate(hello);
      expect(server.requests.at(-1)).toMatchObject({
        url: '/v1beta/models/gemini-3.8-flash:generateContent',
        headers: { 'x-goog-api-key': KEY },
      });
    }
    await assemble(client().stream(hello));
    expect(server.requests.at(-1)?.url).toBe('/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse');
  });

  // A9
  it('takes key and address from the environment, at each call', async () => {
    answerWith({ text: 'Hi.' });
    const env: Record<string, string> = { GEMINI_API_KEY: 'first-key', GOOGLE_GEMINI_BASE_URL: address() };
    const changing = client({ apiKey: '', baseUrl: undefined, runtime: { env } });
    await changing.generate(hello);
    env.GOOGLE_API_KEY = 'second-key';
    await changing.generate(hello);
    expect(server.requests.map(({ headers }) => headers['x-goog-api-key'])).toEqual([
      'first-key',
      'second-key',
    ]);
  });

  it('uses the Gemini API whatever else the environment says', async () => {
    answerWith({ text: 'Hi.' });
    process.env.GOOGLE_GENAI_USE_VERTEXAI = 'true';
    process.env.GOOGLE_API_KEY = 'key-of-another-account';
    try {
      expect((await client().generate(hello)).content).toBe('Hi.');
    } finally {
      delete process.env.GOOGLE_GENAI_USE_VERTEXAI;
      delete process.env.GOOGLE_API_KEY;
    }
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe(KEY);
  });

  // D4
  it('fails at once without a key, and names the variables', () => {
    expect(() => client({ apiKey: undefined, runtime: { env: {} } })).toThrow(
      expect.objectContaining({
        code: 'MISSING_API_KEY',
        message: 'No API key for google: neither GOOGLE_API_KEY nor GEMINI_API_KEY is set.',
        hint: 'Set GEMINI_API_KEY in the environment, or pass apiKey.',
      }),
    );
  });

  // D6
  it.each(WAYS)('replays signatures in a turn with tools by %s', async (way) => {
    const thought = { text: 'I need the weather.', thought: true };
    const first = { functionCall: { name: 'weather', args: { city: 'Oslo' } }, thoughtSignature: 'c2lnMQ==' };
    const second = { functionCall: { name: 'weather', args: { city: 'Rome' } } };
    answerWith(thought, first, second);
    const messages: Message[] = [{ role: 'user', content: 'Rain?' }];
    const response = await ask(way, messages, { reasoningEffort: 'high' }, [weather]);
    expect(response).toMatchObject({ finishReason: 'tool-calls', reasoning: 'I need the weather.' });
    const ids = response.toolCalls.map(({ id }) => id);
    // Messages may have been stored and loaded again.
    messages.push(JSON.parse(JSON.stringify(toAssistantMessage(response))));
    for (const id of ids) messages.push({ role: 'tool', tool_call_id: id, content: 'dry' });
    await ask(way, messages, {}, [weather]);
    expect(server.requests[0]?.body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH', includeThoughts: true } },
    });
    expect(server.requests[1]?.body.contents).toEqual([
      { role: 'user', parts: [{ text: 'Rain?' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: ids[0], name: 'weather', args: { city: 'Oslo' } },
            thoughtSignature: 'c2lnMQ==',
          },
          { functionCall: { id: ids[1], name: 'weather', args: { city: 'Rome' } } },
        ],
      },
      {
        role: 'user',
        parts: ids.map((id) => ({ functionResponse: { id, name: 'weather', response: { output: 'dry' } } })),
      },
    ]);
  });

  it('sends options and extra members in the places of the API', async () => {
    answerWith({ text: '{}' });
    const extraBody = { generationConfig: { topP: 0.5 }, cachedContent: 'cachedContents/1' };
    await client({ extraBody }).generate(hello, [], {
      temperature: 0,
      seed: 3,
      maxTokens: 9,
      jsonResponse: true,
    });
    expect(server.requests[0]?.body).toMatchObject({
      cachedContent: 'cachedContents/1',
      generationConfig: {
        temperature: 0,
        seed: 3,
        maxOutputTokens: 9,
        topP: 0.5,
        responseMimeType: 'application/json',
      },
    });
  });

  // A11
  it('does not ask for JSON together with tools, and says so once', async () => {
    answerWith({ text: 'Hi.' });
    const events: LLMNotice[] = [];
    const options = { jsonResponse: true, onEvent: (notice: LLMNotice) => events.push(notice) };
    const both = client();
    await both.generate(hello, [weather], options);
    await both.generate(hello, [weather], options);
    expect(server.requests[0]?.body).not.toHaveProperty('generationConfig.responseMimeType');
    expect(events).toEqual([
      { type: 'warning', message: expect.stringContaining('jsonResponse combined with tools') },
    ]);
  });

  it('yields text while the stream is open, and closes it when the consumer leaves', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(event(reply([{ text: 'Hi' }])));
    });
    for await (const delta of client().stream(hello)) {
      expect(delta).toEqual({ type: 'text-delta', text: 'Hi' });
      break;
    }
    await server.requests[0]?.closed;
  });

  it.each(WAYS)('closes the connection when it is aborted, by %s', async (way) => {
    const abort = new AbortController();
    server.respond(() => abort.abort());
    expect(await failureOf(ask(way, hello, { signal: abort.signal }))).toMatchObject({ code: 'ABORTED' });
    await server.requests[0]?.closed;
  });
});

describe('a request that cannot be made', () => {
  it('is blamed on the developer and not retried', async () => {
    answerWith({ text: 'Hi.' });
    const circular: Record<string, never> = {};
    Object.assign(circular, { circular });
    expect(await failureOf(client().generate(hello, [], { extraBody: circular }))).toMatchObject({
      code: 'BAD_REQUEST',
      blame: 'developer',
    });
    expect(server.requests).toHaveLength(0);
  });
});
