import type {
  GenerateOptions,
  JsonSchema,
  LLMNotice,
  LLMResponse,
  Message,
  ToolSpec,
} from '@toolwright/contract';
import type { LLMConfig } from '../../client/config.js';
import { createClient } from '../../client/create-client.js';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';
import { SSE, sendJson, sharedRawServer } from '../../testing/raw-server.test.support.js';
import { type Api, CHAT_API, RESPONSES_API, type Reply } from './apis.test.support.js';
import { reasoning } from './responses/events.test.support.js';

const spec = (name: string, parameters: ToolSpec['parameters']): ToolSpec => ({
  name,
  description: 'A tool.',
  parameters,
  annotations: {},
  source: { file: 'src/tools.ts', line: 1 },
});

const FORECAST = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    place: { type: 'object', properties: { lat: { type: 'number' } }, additionalProperties: false },
  },
  required: ['city'],
  additionalProperties: false,
} as const;
const STRICT_FORECAST = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: ['integer', 'null'] },
    place: {
      anyOf: [
        {
          type: 'object',
          properties: { lat: { type: ['number', 'null'] } },
          required: ['lat'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    },
  },
  required: ['city', 'days', 'place'],
  additionalProperties: false,
};
const forecast = spec('forecast', FORECAST);
const add = spec('add', {
  type: 'object',
  properties: { a: { type: 'number' } },
  required: ['a'],
  additionalProperties: false,
});
/** Strict mode does not support members of any name. */
const label = spec('label', {
  type: 'object',
  properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
  required: ['labels'],
  additionalProperties: false,
});

/** The arguments that the model writes in strict mode, and their meaning. */
const WRITTEN = '{"city":"Oslo","days":null,"place":{"lat":null}}';
const MEANT = { city: 'Oslo', place: {} };

const server = sharedRawServer();

/** The result of a reply through an API, as a whole or as a stream. */
async function ask(
  { api, reply, stream }: Api,
  way: 'generate' | 'stream',
  said: Reply,
  asked: GenerateOptions & { readonly tools?: readonly ToolSpec[] } = {},
  config: Partial<LLMConfig> = {},
): Promise<LLMResponse> {
  server.respond((response, { body }) => {
    if (body.stream) response.writeHead(200, SSE).end(stream(said));
    else sendJson(response, reply(said));
  });
  const client = createClient({
    provider: 'openai',
    model: 'gpt-5-mini',
    apiKey: 'k',
    api,
    baseUrl: server.url,
    retries: { maxRetries: 0 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
  const { tools = [], ...options } = asked;
  const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];
  if (way === 'generate') return client.generate(hello, tools, options);
  return assemble(client.stream?.(hello, tools, options) ?? []);
}

const body = () => server.requests.at(-1)?.body ?? {};

describe.each([CHAT_API, RESPONSES_API])('strict mode, $api', (api) => {
  describe.each(['generate', 'stream'] as const)('%s', (way) => {
    it('enforces the schemas of tools, and restores the arguments', async () => {
      const calls = [
        ['forecast', WRITTEN],
        ['add', '{"a": 1.0}'],
        ['forecast', '{"city":'],
      ] as const;
      const response = await ask(api, way, { calls }, { tools: [forecast, add] });
      expect(api.functions(body())).toEqual([
        { name: 'forecast', description: 'A tool.', strict: true, parameters: STRICT_FORECAST },
        { name: 'add', description: 'A tool.', strict: true, parameters: add.parameters },
      ]);
      const [first, ...others] = response.toolCalls.map((call) => call.function);
      expect(JSON.parse(first?.arguments ?? '')).toEqual(MEANT);
      // Arguments without null, and arguments that are not JSON, stay as the model wrote them.
      expect(others).toEqual([
        { name: 'add', arguments: '{"a": 1.0}' },
        { name: 'forecast', arguments: '{"city":' },
      ]);
      expect(response.toolCalls.map(({ id }) => id)).toEqual(['call_0', 'call_1', 'call_2']);
      expect(response.finishReason).toBe('tool-calls');
    });

    it('sends a tool that strict mode does not support without it, and warns once', async () => {
      const events: LLMNotice[] = [];
      const onEvent = (event: LLMNotice) => void events.push(event);
      const calls = [['label', '{"labels":{"a":null}}']] as const;
      const response = await ask(api, way, { calls }, { tools: [label, add], onEvent });
      expect(api.functions(body())).toEqual([
        { name: 'label', description: 'A tool.', strict: false, parameters: label.parameters },
        { name: 'add', description: 'A tool.', strict: true, parameters: add.parameters },
      ]);
      expect(events).toEqual([
        {
          type: 'warning',
          message: expect.stringMatching(/^The tool 'label' is sent without strict mode. .*labels/),
        },
      ]);
      expect(response.toolCalls[0]?.function.arguments).toBe('{"labels":{"a":null}}');
    });

    it('enforces the schema of an answer, and restores it', async () => {
      const jsonResponse = { name: 'Fore cast', schema: FORECAST };
      const response = await ask(api, way, { text: WRITTEN }, { jsonResponse });
      expect(api.answer(body())).toMatchObject({ name: 'Fore_cast', strict: true, schema: STRICT_FORECAST });
      expect(JSON.parse(response.content ?? '')).toEqual(MEANT);
      expect(response.finishReason).toBe('stop');
    });

    it('can be turned off by config or capabilities', async () => {
      for (const config of [{ strict: false }, { capabilities: { strictSchemas: false } }]) {
        const response = await ask(
          api,
          way,
          { calls: [['forecast', WRITTEN]] },
          { tools: [forecast] },
          config,
        );
        expect(api.functions(body())).toEqual([
          expect.objectContaining({ name: 'forecast', parameters: FORECAST }),
        ]);
        expect(JSON.stringify(body())).not.toContain('"strict":true');
        expect(response.toolCalls[0]?.function.arguments).toBe(WRITTEN);
      }
      const jsonResponse = { name: 'forecast', schema: FORECAST };
      const { content } = await ask(api, way, { text: WRITTEN }, { jsonResponse }, { strict: false });
      expect(api.answer(body())).toMatchObject({ strict: false, schema: FORECAST });
      expect(content).toBe(WRITTEN);
    });
  });

  it('streams text and arguments at once if nothing must be restored', async () => {
    const jsonResponse = { name: 'add', schema: add.parameters };
    const said = api.stream({ text: '{"a":1}', calls: [['add', '{"a":1}']] });
    server.respond((response) => void response.writeHead(200, SSE).end(said));
    const client = createClient({
      provider: 'openai',
      model: 'gpt-5-mini',
      apiKey: 'k',
      api: api.api,
      baseUrl: server.url,
    });
    const texts: string[] = [];
    const pieces: string[] = [];
    for await (const delta of client.stream?.([], [add], { jsonResponse }) ?? []) {
      if (delta.type === 'text-delta') texts.push(delta.text);
      if (delta.type === 'tool-call-delta' && delta.arguments) pieces.push(delta.arguments);
    }
    expect(texts).toEqual([...'{"a":1}']);
    expect(pieces).toEqual([...'{"a":1}']);
  });

  it('asks for an answer that strict mode does not support without it, and warns', async () => {
    const schemas: readonly JsonSchema[] = [
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'array', items: { type: 'string' } },
      label.parameters,
    ];
    for (const schema of schemas) {
      const events: LLMNotice[] = [];
      const onEvent = (event: LLMNotice) => void events.push(event);
      await ask(api, 'generate', { text: '{}' }, { jsonResponse: { name: 'out', schema }, onEvent });
      expect(api.answer(body())).toMatchObject({ strict: false, schema });
      expect(events).toEqual([
        { type: 'warning', message: expect.stringContaining('jsonResponse is sent without strict mode') },
      ]);
    }
  });
});

describe('an answer in strict mode', () => {
  it('is sent back with its reasoning', async () => {
    const jsonResponse = { name: 'forecast', schema: FORECAST };
    const reply = await ask(RESPONSES_API, 'stream', { text: WRITTEN }, { jsonResponse });
    const client = createClient({
      provider: 'openai',
      model: 'gpt-5-mini',
      apiKey: 'k',
      api: 'responses',
      baseUrl: server.url,
    });
    const messages: Message[] = [toAssistantMessage(reply), { role: 'user', content: 'And now?' }];
    await client.generate(messages, [], {});
    expect(body().input).toEqual([
      reasoning(),
      { role: 'assistant', content: JSON.stringify(MEANT) },
      { role: 'user', content: 'And now?' },
    ]);
  });
});

describe('strict mode elsewhere', () => {
  it('is used for chat completions of other servers if the model supports it', async () => {
    const asked = { tools: [forecast] };
    const calls = [['forecast', WRITTEN]] as const;
    const own = { provider: 'openai-compatible', model: 'own-model' } as const;
    expect((await ask(CHAT_API, 'stream', { calls }, asked, own)).toolCalls[0]?.function.arguments).toBe(
      WRITTEN,
    );
    expect(JSON.stringify(body())).not.toContain('strict');
    const corrected = { ...own, capabilities: { strictSchemas: true } };
    const response = await ask(CHAT_API, 'stream', { calls }, asked, corrected);
    expect(JSON.parse(response.toolCalls[0]?.function.arguments ?? '')).toEqual(MEANT);
    expect(JSON.stringify(body())).toContain('"strict":true');
  });
});
