// L3
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LLMProvider } from '@toolwright/contract';
import { assemble, createClient, type LLMConfig } from '@toolwright/llm';
import {
  completion,
  event,
  SSE,
  sendJson,
  sharedRawServer,
} from '../../../llm/src/testing/raw-server.test.support.js';
import { type RecordOptions, recordModel, replayModel } from '../index.js';

const server = sharedRawServer();
const folder = mkdtempSync(path.join(tmpdir(), 'cassette-rules-'));
let files = 0;
const newFile = (): string => path.join(folder, `${++files}.json`);
const read = (file: string): string => readFileSync(file, 'utf8');
const KEY = 'sk-proj-Zx81kQp02LmNvB4rTyUiOpAsDfGhJkL9';
const client = (more: Partial<LLMConfig> = {}): LLMProvider =>
  createClient({
    provider: 'openai-compatible',
    model: 'test',
    baseUrl: server.url,
    apiKey: KEY,
    ...more,
    runtime: { env: {}, sleep: async () => undefined },
  });
const record = (file: string, options: RecordOptions = {}, more: Partial<LLMConfig> = {}): LLMProvider =>
  recordModel(client(more), file, { env: {}, ...options });
const say = async (model: LLMProvider, content: string): Promise<string | null> =>
  (await model.generate([{ role: 'user', content }], [], {})).content;
const listen = async (model: LLMProvider) =>
  assemble(model.stream?.([{ role: 'user', content: 'hi' }], [], {}) ?? []);
const echo = (): void =>
  server.respond((response, { body }) => {
    const messages = body.messages as readonly { readonly content: string }[];
    sendJson(response, completion({ content: `You said ${messages.at(-1)?.content}` }));
  });
const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** All texts of a cassette's replies without what stands between the pieces of a stream. */
const joined = (file: string, member: string): string =>
  [...read(file).matchAll(new RegExp(`\\\\"${member}\\\\":\\s*\\[?\\\\"(.*?)\\\\"`, 'g'))]
    .map(([, piece]) => piece)
    .join('');

describe('a secret in a reply is masked', () => {
  it('if the reply is no UTF-8', async () => {
    const [file, name] = [newFile(), 'pässword-é-123456'];
    const body = Buffer.from(completion({ content: `~ ${KEY} ${name} ~` }), 'latin1');
    server.respond(
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    const recorded = await say(record(file, { env: { DB_PASSWORD: name } }), 'hi');
    expect(recorded).toContain('\uFFFD');
    const bytes = read(file) + Buffer.from(read(file), 'base64').toString('latin1');
    for (const secret of [KEY, 'ssword', Buffer.from(KEY).toString('base64').slice(4, 30)])
      expect(bytes).not.toContain(secret);
    expect(await say(replayModel(file), 'hi')).toBe('~ [redacted] [redacted] ~');
  });

  const deltas: Readonly<Record<string, (piece: string) => object>> = {
    summary: (piece) => ({ reasoning_details: [{ type: 'reasoning.summary', summary: piece, index: 0 }] }),
    thoughts: (piece) => ({ thoughts: piece }),
    'invented-tomorrow': (piece) => ({ deep: [{ 'invented-tomorrow': piece }] }),
    list: (piece) => ({ list: [piece] }),
  };
  const lines: Readonly<Record<string, (json: string) => string>> = {
    usual: (json) => `data: ${json}\n\n`,
    'two spaces': (json) => `data:  ${json}\n\n`,
    'no space': (json) => `data:${json}\n\n`,
    'CR LF': (json) => `data: ${json}\r\n\r\n`,
    'several lines': (json) => `data: ${json.replace(',', ',\ndata: ')}\n\n`,
  };
  it.each(Object.keys(deltas).flatMap((name) => Object.keys(lines).map((line) => [name, line] as const)))(
    'if it comes in pieces: member %s, lines with %s',
    async (name, line) => {
      const file = newFile();
      const pieces = [...`key ${KEY} end`].map((piece) => chunk(deltas[name]?.(piece) ?? {}));
      const events = [...pieces, chunk({ content: 'ok' }), chunk({}, 'stop')];
      const text = events.map((one) => lines[line]?.(JSON.stringify(one))).join('');
      server.respond((response) => void response.writeHead(200, SSE).end(`${text}data: [DONE]\n\n`));
      await listen(record(file));
      expect(joined(file, name)).toBe('key [redacted] end');
      expect((await listen(replayModel(file))).content).toBe('ok');
    },
  );

  it('if the pieces of two texts alternate, and other pieces stay where they are', async () => {
    const file = newFile();
    const events = [...`say ${KEY}.`].flatMap((piece) =>
      [0, 1].map((index) => ({
        tool_calls: [{ index, function: { arguments: index === 0 ? piece : 'x' } }],
      })),
    );
    const text = events.map((delta) => event(chunk(delta))).join('');
    server.respond(
      (response) =>
        void response.writeHead(200, SSE).end(`${text}${event(chunk({}, 'stop'))}data: [DONE]\n\n`),
    );
    await listen(record(file)).catch(() => undefined); // calls of no tool
    const all = [...read(file).matchAll(/\\"index\\":(\d),\\"function\\":\{\\"arguments\\":\\"(.*?)\\"/g)];
    const of = (index: string): string =>
      all.flatMap(([, at, piece]) => (at === index ? [piece] : [])).join('');
    expect(of('0')).toBe('say [redacted].');
    expect(of('1')).toMatch(/^x+$/);
  });
});

it('records a stream whose server does not close the connection after the end', async () => {
  const file = newFile();
  server.respond((response) => {
    response.writeHead(200, SSE).write(`${event(chunk({ content: 'open' }, 'stop'))}data: [DONE]\n\n`);
  });
  expect((await listen(record(file))).content).toBe('open');
  expect((await listen(replayModel(file))).content).toBe('open');
});

describe('a request is another one', () => {
  it.each(['prompt', 'container', 'conversation', 'x'])('with another id in %s', async (name) => {
    echo();
    const file = newFile();
    const asking = (id: string) => ({ extraBody: { [name]: { id } } });
    await say(record(file, {}, asking('pmpt_A')), 'hi');
    const other = record(file, { record: 'none' }, asking('pmpt_B'));
    await expect(say(other, 'hi')).rejects.toMatchObject({ code: 'STALE_CASSETTE' });
  });

  it('with another secret, of which the cassette has a salted digest', async () => {
    echo();
    const file = newFile();
    const ask = (secret: string) => `My password: ${secret} Is it strong?`;
    const model = record(file);
    await say(model, ask('alpha-77-bravo'));
    await say(model, ask('charlie-88-delta'));
    expect(read(file)).not.toMatch(/alpha|charlie/);
    expect(new Set(read(file).match(/\[secret [0-9a-f]{4}\]/g)).size).toBe(2);
    const replay = replayModel(file);
    await expect(say(replay, ask('echo-99-foxtrot'))).rejects.toMatchObject({
      code: 'STALE_CASSETTE',
      message: expect.stringMatching(/recorded .*\[secret \w{4}\].*, now .*\[secret \w{4}\]/),
    });
    for (const secret of ['charlie-88-delta', 'alpha-77-bravo'])
      expect(await say(replay, ask(secret))).toContain('You said');
    const sent = server.requests.length;
    await say(record(file), ask('echo-99-foxtrot'));
    expect(server.requests).toHaveLength(sent + 1);
  });

  it('and clients with other headers or addresses need a file of their own', async () => {
    echo();
    const file = newFile();
    const tenant = (name: string) => ({
      headers: { 'x-tenant': name, authorization: `Bearer ${name}-12345678` },
    });
    await say(record(file, {}, tenant('AAA')), 'hi');
    expect(read(file)).not.toContain('AAA');
    const refused = { code: 'INVALID_CASSETTE', message: expect.stringContaining('has other headers') };
    for (const mode of ['new', 'none'] as const)
      await expect(say(record(file, { record: mode }, tenant('BBB')), 'hi')).rejects.toMatchObject(refused);
    expect(await say(record(file, { record: 'none' }, tenant('AAA')), 'hi')).toBe('You said hi');
    expect(await say(replayModel(file), 'hi')).toBe('You said hi');
    const elsewhere = record(file, { record: 'new' }, { ...tenant('AAA'), baseUrl: `${server.url}/other` });
    await expect(say(elsewhere, 'hi')).rejects.toMatchObject({
      message: expect.stringContaining('has another address'),
    });
  });
});

it('replays a client whose address has a query', async () => {
  echo();
  const file = newFile();
  const more = { baseUrl: `${server.url}?api-version=2024-10-21&sig=SIGSECRET123456&code=qwlk-7781-mmzz` };
  await say(record(file, {}, more), 'hi');
  expect(read(file)).not.toMatch(/SIGSECRET|qwlk/);
  expect(await say(replayModel(file), 'hi')).toBe('You said hi');
  expect(await say(replayModel(client(more), file), 'hi')).toBe('You said hi');
});

describe('an edited cassette is refused, and kept', () => {
  const change =
    (edit: (content: { exchanges: unknown[]; client: Record<string, unknown> }) => void) =>
    (text: string) => {
      const content = JSON.parse(text);
      edit(content);
      return JSON.stringify(content);
    };
  it.each<[string, (text: string) => string]>([
    ['without an exchange', change(({ exchanges }) => exchanges.pop())],
    ['with an exchange twice', change(({ exchanges }) => exchanges.push(exchanges[0]))],
    ['with a member twice', (text) => text.replace('"status": 200', '"status": 500, "status": 200')],
    ['with another model', (text) => text.replace('"model": "test",\n    "p', '"model": "zzz",\n    "p')],
    ['with a further setting', change(({ client: settings }) => Object.assign(settings, { bogus: 1 }))],
  ])('%s', async (_, edit) => {
    echo();
    const file = newFile();
    await say(record(file), 'a');
    await say(record(file), 'b');
    const text = edit(read(file));
    expect(text).not.toBe(read(file));
    writeFileSync(file, text);
    const error = expect.objectContaining({
      code: 'INVALID_CASSETTE',
      message: expect.stringContaining(`${file} cannot be used: it was edited`),
    });
    for (const open of [() => replayModel(file), () => record(file, { record: 'all' })])
      expect(open).toThrow(error);
    expect(read(file)).toBe(text);
  });

  it('but not with other line ends', async () => {
    echo();
    const file = newFile();
    await say(record(file), 'a');
    writeFileSync(file, read(file).replaceAll('\n', '\r\n'));
    expect(await say(replayModel(file), 'a')).toBe('You said a');
  });
});

it('writes a large cassette seldom, but all of it', async () => {
  server.respond((response) => sendJson(response, completion({ content: 'word '.repeat(20_000) })));
  const file = newFile();
  const model = record(file);
  for (let index = 0; index < 30; index++) await say(model, `text ${index}`);
  const replay = replayModel(file);
  for (let index = 0; index < 30; index++) expect(await say(replay, `text ${index}`)).toHaveLength(100_000);
  expect(JSON.parse(read(file)).exchanges).toHaveLength(30);
});
