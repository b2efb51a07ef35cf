// L3
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LLMProvider, Message, ToolSpec } from '@toolwright/contract';
import { assemble, createClient, fallbackClient, type LLMConfig } from '@toolwright/llm';
import * as fc from 'fast-check';
import { Agent } from '../../../core/src/index.js';
import {
  completion,
  event,
  SSE,
  sendJson,
  sharedRawServer,
  streamOf,
} from '../../../llm/src/testing/raw-server.test.support.js';
import { FunctionTool, ToolRegistry } from '../../../tools/src/index.js';
import { type RecordOptions, recordModel, replayModel } from '../index.js';

const server = sharedRawServer();
const folder = mkdtempSync(path.join(tmpdir(), 'cassette-'));
let files = 0;
const newFile = (): string => path.join(folder, `${++files}.json`);
const read = (file: string): string => readFileSync(file, 'utf8');

const client = (more: Partial<LLMConfig> = {}): LLMProvider =>
  createClient({
    provider: 'openai-compatible',
    model: 'test',
    baseUrl: server.url,
    apiKey: 'sk-live-0123456789abcdefghij',
    ...more,
    runtime: { env: {}, sleep: async () => undefined, ...more.runtime },
  });
const record = (file: string, options: RecordOptions = {}, more: Partial<LLMConfig> = {}): LLMProvider =>
  recordModel(client(more), file, { env: {}, ...options });
const user = (content: string): readonly Message[] => [{ role: 'user', content }];
const tool = (name: string, type: 'string' | 'number'): ToolSpec => ({
  name,
  description: 'A tool.',
  parameters: {
    type: 'object',
    properties: { city: { type } },
    required: ['city'],
    additionalProperties: false,
  },
  annotations: {},
});

/** Answers with the last message. */
function echo(): void {
  server.respond((response, { body }) => {
    const messages = body.messages as readonly { readonly content: string }[];
    sendJson(response, completion({ content: `You said ${messages.at(-1)?.content}` }));
  });
}

const say = async (model: LLMProvider, text: string): Promise<string | null> =>
  (await model.generate(user(text), [], {})).content;

it('records parallel requests in the order in which they began, and finds each by its content', async () => {
  const [file, other] = [newFile(), newFile()];
  const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
  const answers: string[] = [];
  for (const one of [file, other]) {
    let left = texts.length;
    let open = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      open = resolve;
    });
    // The last request is answered first.
    server.respond(async (response, { body }) => {
      if (--left === 0) open();
      await all;
      const [message] = body.messages as readonly { readonly content: string }[];
      if (one === other)
        await new Promise((resolve) => setTimeout(resolve, 20 - Number(message?.content.slice(5))));
      sendJson(response, completion({ content: `echo ${message?.content}` }));
    });
    const model = record(one, { record: 'new' });
    answers.push(JSON.stringify(await Promise.all(texts.map((text) => say(model, text)))));
  }
  expect(read(other)).toBe(read(file));
  const replay = replayModel(file);
  const replayed = await Promise.all(texts.toReversed().map((text) => say(replay, text)));
  expect(JSON.stringify(replayed.toReversed())).toBe(answers[0]);
});

it('lets several models record into one file', async () => {
  echo();
  const file = newFile();
  writeFileSync(file, '');
  expect(() => record(file)).toThrow(expect.objectContaining({ code: 'INVALID_CASSETTE' }));
  const shared = newFile();
  await say(record(shared), 'old');
  for (const mode of ['new', 'all'] as const) {
    const models = [record(shared, { record: mode }), record(shared, { record: mode })];
    await Promise.all(models.map((model, index) => say(model, `${mode} ${index}`)));
  }
  const replay = replayModel(shared);
  expect(await Promise.all(['all 0', 'all 1'].map((text) => say(replay, text)))).toEqual([
    'You said all 0',
    'You said all 1',
  ]);
  expect(read(shared)).not.toMatch(/old|new 0/);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('keeps what another model of this process recorded into the same file, also one after the other', async () => {
  echo();
  const file = newFile();
  await say(record(file), 'old');
  for (const text of ['first', 'second']) await say(record(file, { record: 'all' }), text);
  const replay = replayModel(file);
  expect([await say(replay, 'first'), await say(replay, 'second')]).toEqual([
    'You said first',
    'You said second',
  ]);
  expect(read(file)).not.toContain('old');
});

it('sends nothing if the cassette cannot be written', async () => {
  echo();
  const link = path.join(folder, 'link');
  symlinkSync(path.join(folder, 'gone', 'nowhere'), link);
  const sent = server.requests.length;
  for (const mode of ['new', 'all'] as const)
    await expect(say(record(path.join(link, 'x.json'), { record: mode }), 'a')).rejects.toMatchObject({
      code: 'OUTPUT_FAILED',
      message: expect.stringContaining(path.join('link', 'x.json')),
    });
  expect(server.requests).toHaveLength(sent);
});

it('answers identical requests in the recorded order, and the last again only on request', async () => {
  const file = newFile();
  server.respond((response, _, index) => sendJson(response, completion({ content: `answer ${index}` })));
  const model = record(file, { record: 'all' });
  await say(model, 'same');
  await say(model, 'same');
  const replay = replayModel(file);
  expect([await say(replay, 'same'), await say(replay, 'same')]).toEqual(['answer 0', 'answer 1']);
  await expect(say(replay, 'same')).rejects.toMatchObject({
    code: 'STALE_CASSETTE',
    message: expect.stringMatching(/has this request 2 times, and it was made once more/),
  });
  const repeating = replayModel(file, { repeat: true });
  const answers = [await say(repeating, 'same'), await say(repeating, 'same'), await say(repeating, 'same')];
  expect(answers).toEqual(['answer 0', 'answer 1', 'answer 1']);
});

describe('TOOLWRIGHT_RECORD', () => {
  it.each([
    [{}, 'new', ['a', 'b']],
    [{ CI: 'true' }, 'none', []],
    [{ CI: 'true', TOOLWRIGHT_RECORD: 'new' }, 'new', ['b']],
    [{ TOOLWRIGHT_RECORD: 'all' }, 'all', ['a', 'b']],
    [{ TOOLWRIGHT_RECORD: 'none' }, 'none', []],
  ])('%j means %s', async (env, mode, asked) => {
    echo();
    const file = newFile();
    if (mode !== 'new' || 'CI' in env) await say(record(file), 'a');
    server.requests.length = 0;
    const model = record(file, { env });
    await say(model, 'a');
    if (mode === 'none') await expect(say(model, 'b')).rejects.toMatchObject({ code: 'STALE_CASSETTE' });
    else await say(model, 'b');
    expect(
      server.requests.map(({ body }) => (body.messages as readonly { content: string }[])[0]?.content),
    ).toEqual(asked);
  });

  it('is checked', () => {
    expect(() => record(newFile(), { env: { TOOLWRIGHT_RECORD: 'yes' } })).toThrow(
      "TOOLWRIGHT_RECORD must be new, all or none, not 'yes'.",
    );
  });
});

it('writes no secrets, wherever they are', async () => {
  const file = newFile();
  const [planted, inEnv] = ['sk-live-0123456789abcdefghij', 'violet-horse-battery-77'];
  server.respond((response) => {
    const body = completion({ content: `The token is ghp_${'a1B2'.repeat(9)}, and ${inEnv}.` });
    sendJson(response, body, 200, {
      'set-cookie': `session=${inEnv}`,
      'x-request-id': 'req-123',
      authorization: planted,
    });
  });
  const model = record(
    file,
    { env: { MY_API_TOKEN: inEnv } },
    { baseUrl: `${server.url}?api_key=${planted}&version=2`, headers: { 'X-Auth': inEnv } },
  );
  await say(model, `My password: hunter2-hunter2, ${planted}, and ${inEnv}`);
  const text = read(file);
  for (const secret of [planted, inEnv, 'hunter2-hunter2', 'ghp_a1B2', 'req-123', 'session='])
    expect(text).not.toContain(secret);
  expect(text).toContain('version=2');
  // Masked alike, so that it is found.
  const replay = recordModel(client({ baseUrl: `${server.url}?api_key=other&version=2` }), file, {
    record: 'none',
    env: { MY_API_TOKEN: inEnv },
  });
  expect(await say(replay, `My password: hunter2-hunter2, ${planted}, and ${inEnv}`)).toContain('[redacted]');
});

it('writes neither the key of the client nor the secrets in its address, which a reply may quote', async () => {
  const file = newFile();
  const [apiKey, signature] = ['plainkey-ABCDEF-998877', 'SIGSECRET123456'];
  server.respond((response) => {
    const message = `Incorrect API key provided: ${apiKey} (${signature})`;
    sendJson(response, JSON.stringify({ error: { message } }), 401);
  });
  const baseUrl = `${server.url}?api-version=1&sig=${signature}`;
  await expect(say(record(file, {}, { apiKey, baseUrl }), 'Hi.')).rejects.toThrow();
  const text = read(file);
  for (const secret of [apiKey, signature]) expect(text).not.toContain(secret);
  expect(text).toContain('api-version=1');
});

it('writes no secret that a stream delivers in pieces', async () => {
  const file = newFile();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const texts = ['The token: ', secret.slice(0, 9), secret.slice(9, 20), `${secret.slice(20)}.`];
  const parts = ['{"tok', 'en":"violet-', 'horse"}'];
  const calls = parts.map((part, index) => ({
    tool_calls: [
      { index: 0, ...(index === 0 ? { id: 'call_1' } : {}), function: { name: 'use', arguments: part } },
    ],
  }));
  server.respond((response) => {
    response
      .writeHead(200, SSE)
      .end(streamOf([...texts.map((content) => ({ content })), ...calls], 'tool_calls'));
  });
  const ask = async (model: LLMProvider) =>
    assemble(model.stream?.(user('hi'), [tool('use', 'string')], {}) ?? []);
  await ask(record(file));
  const replayed = await ask(replayModel(file));
  expect(replayed.content).toMatch(/^The token: \[redacted\]\.?$/);
  expect(replayed.toolCalls[0]?.function.arguments).toBe('{"token":"[redacted]"}');
  for (const piece of [...texts.slice(1), 'violet', 'horse']) expect(read(file)).not.toContain(piece);
});

it('replays errors with their delays, without waiting, and calls nothing', async () => {
  const file = newFile();
  server.respond((response, _, index) => {
    if (index === 0) sendJson(response, '{"error":{"message":"slow down"}}', 429, { 'retry-after': '60' });
    else if (index === 1) response.writeHead(500).end('broken');
    else response.writeHead(200, SSE).end(streamOf([{ content: 'At ' }, { content: 'last.' }]));
  });
  const ask = async (model: LLMProvider): Promise<readonly unknown[]> => {
    const seen: unknown[] = [];
    const onEvent = (notice: unknown) => seen.push(notice);
    for await (const delta of model.stream?.(user('hi'), [], { onEvent }) ?? []) seen.push(delta);
    return seen;
  };
  const delays: number[] = [];
  const runtime = { random: () => 0.5, sleep: async (ms: number) => void delays.push(ms) };
  const recorded = await ask(record(file, {}, { runtime }));
  expect(delays[0]).toBeGreaterThanOrEqual(60_000);
  server.requests.length = 0;
  const { connect } = Socket.prototype;
  const opened: unknown[] = [];
  Socket.prototype.connect = function open(this: Socket, ...args: unknown[]) {
    opened.push(args);
    return this;
  };
  try {
    expect(withoutDelay(await ask(replayModel(file)))).toEqual(withoutDelay(recorded));
  } finally {
    Socket.prototype.connect = connect;
  }
  expect([opened, server.requests]).toEqual([[], []]);
});

/** The delay has a random part. */
function withoutDelay(seen: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(seen, (key, value) => (key === 'delayMs' ? undefined : value)));
}

it('does not record a reply that was not read to its end', async () => {
  const file = newFile();
  server.respond((response) => {
    response.writeHead(200, SSE).write(event({ choices: [{ index: 0, delta: { content: 'He' } }] }));
  });
  const controller = new AbortController();
  const stream = record(file).stream?.(user('hi'), [], { signal: controller.signal }) ?? [];
  const run = async (): Promise<void> => {
    for await (const _ of stream) controller.abort();
  };
  await expect(run()).rejects.toMatchObject({ code: 'ABORTED' });
  expect(() => replayModel(file)).toThrow('it does not exist, and requests must not be sent');
});

describe('a stale cassette says what differs', () => {
  const file = newFile();
  beforeAll(async () => {
    echo();
    await record(file).generate(
      [{ role: 'system', content: 'Be brief.' }, ...user('Weather in Oslo?')],
      [tool('forecast', 'string'), tool('alerts', 'string')],
      { temperature: 0 },
    );
    await say(record(file), 'Quite another request');
  });

  const system: Message = { role: 'system', content: 'Be brief.' };
  const tools = [tool('forecast', 'string'), tool('alerts', 'string')];
  it.each<[string, readonly Message[], readonly ToolSpec[], object, string]>([
    [
      'a message',
      [system, ...user('Weather in Rome?')],
      tools,
      { temperature: 0 },
      'message 2 (user) content: recorded "Weather in Oslo?", now "Weather in Rome?"',
    ],
    [
      'a further message',
      [system, ...user('Weather in Oslo?'), { role: 'assistant', content: 'Sun.' }],
      tools,
      { temperature: 0 },
      'message 3 (assistant) is new: {"content":"Sun.","role":"assistant"}',
    ],
    [
      'a schema',
      [system, ...user('Weather in Oslo?')],
      [tool('forecast', 'number'), tool('alerts', 'string')],
      { temperature: 0 },
      `tool 'forecast' function.parameters.properties.city.type: recorded "string", now "number"`,
    ],
    [
      'a tool',
      [system, ...user('Weather in Oslo?')],
      [tool('forecast', 'string')],
      { temperature: 0 },
      "tool 'alerts' is missing",
    ],
    [
      'a setting',
      [system, ...user('Weather in Oslo?')],
      tools,
      { temperature: 1 },
      'setting temperature: recorded 0, now 1',
    ],
  ])('%s', async (_, messages, given, options, difference) => {
    const failure = { code: 'STALE_CASSETTE', blame: 'developer' };
    const message = `The cassette ${file} has no such request. Differences from the nearest one, request 1:\n  ${difference}`;
    await expect(replayModel(file).generate(messages, given, options)).rejects.toMatchObject({
      ...failure,
      message,
    });
  });
});

describe('a cassette that cannot be used', () => {
  it.each<[string, (text: string) => string, string]>([
    ['is damaged', (text) => text.slice(0, -20), 'it is not JSON'],
    ['is something else', () => '{"name":"x"}', 'it is no cassette'],
    [
      'is of another version',
      (text) => text.replace('"version": 1', '"version": 9'),
      'it has version 9, and this is version 1',
    ],
    ['has an edited reply', (text) => text.replace('You said', 'You wrote'), 'exchange 1 was edited'],
    ['has an edited request', (text) => text.replace('"hello"', '"bye"'), 'exchange 1 was edited'],
    [
      'lacks a reply',
      (text) => text.replace('"reply"', '"replies"'),
      'exchange 1 has no request or no reply',
    ],
    ['has no client', (text) => text.replace('"client"', '"clients"'), "'client' has no provider and model"],
  ])('%s', async (_, change, reason) => {
    echo();
    const file = newFile();
    await say(record(file), 'hello');
    const text = change(read(file));
    writeFileSync(file, text);
    const error = expect.objectContaining({
      code: 'INVALID_CASSETTE',
      message: expect.stringContaining(`${file} cannot be used: ${reason}`),
    });
    for (const open of [() => replayModel(file), () => record(file), () => record(file, { record: 'all' })])
      expect(open).toThrow(error);
    expect(read(file)).toBe(text);
  });

  it('is missing', () => {
    const file = newFile();
    const error = expect.objectContaining({
      code: 'INVALID_CASSETTE',
      message: expect.stringContaining(`${file} cannot be used: it does not exist`),
    });
    expect(() => replayModel(file)).toThrow(error);
    expect(() => record(file, { env: { CI: '1' } })).toThrow(error);
  });

  it('changes while it is recorded', async () => {
    echo();
    const file = newFile();
    const model = record(file);
    await say(model, 'a');
    writeFileSync(file, 'mine');
    await expect(say(model, 'b')).rejects.toMatchObject({
      code: 'INVALID_CASSETTE',
      message: expect.stringContaining('another process changed the file while it was recorded'),
    });
    expect(read(file)).toBe('mine');
  });
});

it('refuses clients whose requests it cannot see', () => {
  expect(() => recordModel(fallbackClient([client(), client({ model: 'b' })]), newFile())).toThrow(
    expect.objectContaining({
      code: 'UNSUPPORTED',
      hint: 'Of a fallback or a route, record each of its clients.',
    }),
  );
});

it('replays random conversations with the same result', async () => {
  const registry = new ToolRegistry().register(
    new FunctionTool({
      name: 'add',
      description: 'Adds.',
      parameters: {
        type: 'object',
        properties: { a: { type: 'number' } },
        required: ['a'],
        additionalProperties: false,
      },
      execute: ({ a }: { readonly a: number }) => a + 1,
    }),
  );
  const step = fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 20 }),
    calls: fc.array(fc.record({ a: fc.oneof(fc.nat(99), fc.constant('no number')), id: fc.boolean() }), {
      maxLength: 3,
    }),
    status: fc.constantFrom(200, 200, 200, 429, 503),
  });
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 5 }),
    fc.string({ minLength: 1 }),
    fc.boolean(),
    async (steps, input, streams) => {
      const file = newFile();
      let count = 0;
      server.respond((response) => {
        const next = steps[count];
        count += 1;
        if (next !== undefined && next.status !== 200)
          return sendJson(response, '{"error":{"message":"no"}}', next.status);
        const calls = (next?.calls ?? []).map(({ a, id }, index) => ({
          index,
          ...(id ? { id: `call_${count}_${index}` } : {}),
          type: 'function',
          function: { name: 'add', arguments: JSON.stringify({ a }) },
        }));
        const message = {
          content: next?.text ?? 'Done.',
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        };
        const reason = calls.length === 0 ? 'stop' : 'tool_calls';
        if (!streams) return sendJson(response, completion(message, reason));
        response.writeHead(200, SSE).end(streamOf([message], reason));
      });
      const run = async (llmClient: LLMProvider): Promise<unknown> => {
        const agent = new Agent({ llmClient, toolRegistry: registry });
        const result = streams ? await agent.runStream(input).result : await agent.run(input);
        return comparable(result);
      };
      const recorded = await run(record(file));
      const sent = count;
      expect(await run(replayModel(file))).toEqual(recorded);
      expect(count).toBe(sent);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

/** Without times and generated ids. */
function comparable(result: unknown): unknown {
  const ids = new Map<unknown, number>();
  return JSON.parse(
    JSON.stringify(result, (key, value) => {
      if (/ms$|at$|^runId$|^sessionId$|duration/i.test(key)) return undefined;
      if (!/^(?:id|tool_call_id|callId)$/.test(key)) return value;
      const id = ids.get(value) ?? ids.size;
      ids.set(value, id);
      return id;
    }),
  );
}
