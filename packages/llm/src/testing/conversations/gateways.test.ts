/** What gateways ask of a client: headers of their own, and a query in the address. */
import type { Message } from '@toolwright/contract';
import type { LLMConfig } from '../../client/config.js';
import { createClient } from '../../client/create-client.js';
import { sendJson, sharedRawServer } from '../raw-server.test.support.js';
import { answerOf, RAW_SUBJECTS, type RawSubject } from './raw-subjects.test.support.js';

const server = sharedRawServer();
const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];
const names = Object.keys(RAW_SUBJECTS) as (keyof typeof RAW_SUBJECTS)[]; // the keys of a constant

type Config = Pick<LLMConfig, 'headers' | 'retries'>;

function client(name: keyof typeof RAW_SUBJECTS, query: string, config: Config) {
  const subject: RawSubject = RAW_SUBJECTS[name];
  server.respond(answerOf(subject));
  const baseUrl = server.url.replace(/\/v1$/, subject.path) + query;
  return createClient({ ...subject.config, apiKey: 'k', retries: 0, baseUrl, ...config });
}

describe.each(names)('%s', (name) => {
  it.each([
    ['generate', false],
    ['stream', true],
  ])('%s sends headers and the query of the address, and keeps its own path', async (_, streams) => {
    const plain = client(name, '', {});
    await answer(plain, streams);
    const { url = '', headers } = server.requests[0] ?? {};
    await answer(
      client(name, '?api-version=2024-10-21&tenant=a%20b', {
        headers: { 'X-Title': 'Desk', 'User-Agent': 'desk' },
      }),
      streams,
    );
    const [sent] = server.requests;
    expect(sent?.url).toBe(`${url}${url.includes('?') ? '&' : '?'}api-version=2024-10-21&tenant=a+b`);
    expect(sent?.headers).toMatchObject({
      ...authorizationOf(headers),
      'x-title': 'Desk',
      'user-agent': 'desk',
    });
  });
});

it('calls a function of headers for each attempt, and its headers replace those of the SDK', async () => {
  let token = 0;
  const headers = async () => ({ Authorization: `Bearer token-${++token}` });
  const asked = client('chat', '', { headers, retries: { maxRetries: 1, baseDelayMs: 0 } });
  server.respond((response, _, index) =>
    index === 0 ? sendJson(response, '{}', 500) : sendJson(response, RAW_SUBJECTS.chat.whole('Hi')),
  );
  await asked.generate(hello, [], {});
  expect(server.requests.map((request) => request.headers.authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
});

it('hides the secrets among the headers in errors', async () => {
  const asked = client('chat', '', { headers: () => ({ 'api-key': 'very-private-0', 'x-title': 'Desk' }) });
  server.respond((response, { headers }) =>
    sendJson(
      response,
      JSON.stringify({ error: { message: `No: ${headers['api-key']}, ${headers['x-title']}` } }),
      401,
    ),
  );
  await expect(asked.generate(hello, [], {})).rejects.toMatchObject({
    code: 'AUTHENTICATION',
    message: 'openai-compatible refused the request (status 401): No: [redacted], Desk',
  });
});

it.each([
  ['an object', { 'api-key': 'a\nb' }, 'api-key'],
  ['a name', { 'api key': 'a' }, 'api key'],
])('names a header that HTTP does not allow, without its value: %s', (_, headers, name) => {
  expect(() => client('chat', '', { headers })).toThrow(
    expect.objectContaining({
      code: 'INVALID_CONFIG',
      message: `The option 'headers' of the client is invalid: The header '${name}' contains characters that HTTP does not allow. Copy the value again: ASCII, without line breaks.`,
    }),
  );
});

it('does not retry when the function of the headers fails, and says so', async () => {
  let asked = 0;
  const headers = () => {
    asked++;
    throw new Error('The vault is closed.');
  };
  await expect(client('chat', '', { headers, retries: 3 }).generate(hello, [], {})).rejects.toMatchObject({
    code: 'CALLBACK_FAILED',
    message: "The function 'headers' of the client failed: The vault is closed.",
  });
  expect(asked).toBe(1);
});

/** A server that repeats in its error what the client sent. */
function repeats(show: (request: { readonly url?: string | undefined; readonly headers: object }) => string) {
  server.respond((response, request) =>
    sendJson(response, JSON.stringify({ error: { message: `No: ${show(request)}.` } }), 401),
  );
}

it.each([
  ['Ocp-Apim-Subscription-Key'],
  ['x-functions-key'],
  ['helicone-auth'],
  ['X-JWT'],
  ['x-session'],
  ['CF-Access-Client-Id'],
  ['x-anything'],
])('hides the value of any header that may be secret: %s', async (name) => {
  const asked = client('chat', '', {
    headers: { [name]: 'Plain  private\twords', 'X-OpenRouter-Title': 'My desk' },
  });
  repeats(({ headers }) => {
    const sent = new Map(Object.entries(headers)).get(name.toLowerCase());
    return `${sent}|${String(sent).replace(/\s+/g, ' ')}|private words|${new Map(Object.entries(headers)).get('x-openrouter-title')}`;
  });
  await expect(asked.generate(hello, [], {})).rejects.toMatchObject({
    message:
      'openai-compatible refused the request (status 401): No: [redacted]|[redacted]|[redacted]|My desk.',
  });
});

it('hides the secrets of calls whose function of headers has returned others since', async () => {
  let count = 0;
  const asked = client('chat', '', { headers: () => ({ 'x-anything': `private-${++count}-value` }) });
  repeats(() => 'private-1-value, private-2-value');
  await asked.generate(hello, [], {}).catch(() => undefined);
  await expect(asked.generate(hello, [], {})).rejects.toThrow('No: [redacted], [redacted].');
});

it('hides values of the query of the address, and drops its fragment', async () => {
  const asked = client('chat', '?code=private-words&api-version=2024-10-21&b=1#frag', {});
  repeats(({ url }) => String(url));
  await expect(asked.generate(hello, [], {})).rejects.toThrow(
    'No: /v1/chat/completions?code=[redacted]&api-version=2024-10-21&b=1.',
  );
});

it('does not show the query of an address that it refuses', () => {
  const make = () =>
    createClient({ provider: 'openai-compatible', model: 'm', baseUrl: 'ftp://x/?code=private-words' });
  expect(make).toThrow(`'baseUrl' is not a server URL: "ftp://x/?…".`);
});

it.each(names)('ends when its function of headers never settles: %s', async (name) => {
  const headers = () => new Promise<never>(() => undefined);
  const limited = { ...RAW_SUBJECTS[name].config, apiKey: 'k', headers, baseUrl: server.url, retries: 0 };
  const timely = createClient({ ...limited, timeouts: { totalMs: 20 } });
  await expect(timely.generate(hello, [], {})).rejects.toMatchObject({ code: 'PROVIDER_TIMEOUT' });
  const stop = new AbortController();
  const aborted = createClient(limited).generate(hello, [], { signal: stop.signal });
  setTimeout(() => stop.abort(), 5);
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
});

it('accepts `Headers`, and of names that differ in case the last', async () => {
  for (const headers of [new Headers({ 'x-title': 'Desk' }), { 'X-Title': 'Table', 'x-title': 'Desk' }]) {
    for (const source of [headers, () => headers]) {
      await client('chat', '', { headers: source }).generate(hello, [], {});
      expect(server.requests.at(-1)?.headers['x-title']).toBe('Desk');
    }
  }
});

const PRIVATE = 'sk-private12345678';

it.each<[string, unknown, string]>([
  ['a map', new Map([['a', 'b']]), 'Expected a plain object or `Headers`, not Map.'],
  ['a list', [['a', 'b']], 'Expected a plain object or `Headers`, not Array.'],
  ['a text', 'a: b', 'Expected a plain object or `Headers`, not a string.'],
  ['null', null, 'Expected a plain object or `Headers`, not null.'],
  ['an undefined member', { a: undefined }, "The header 'a' is undefined, not a string."],
  ['a null member', { a: null }, "The header 'a' is null, not a string."],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error(`No ${PRIVATE}`);
      },
    },
    'No [redacted]',
  ],
])('refuses what are no headers: %s', async (_, given, reason) => {
  const headers = given as Record<string, string>; // plain JavaScript may pass anything
  expect(() => client('chat', '', { headers })).toThrow(
    expect.objectContaining({
      code: 'INVALID_CONFIG',
      message: `The option 'headers' of the client is invalid: ${reason}`,
    }),
  );
  await expect(client('chat', '', { headers: () => headers }).generate(hello, [], {})).rejects.toMatchObject({
    code: 'CALLBACK_FAILED',
    message: `The function 'headers' of the client failed: ${reason}`,
  });
});

async function answer(asked: ReturnType<typeof createClient>, streams: boolean): Promise<void> {
  if (!streams) await asked.generate(hello, [], {});
  else for await (const _ of asked.stream?.(hello, [], {}) ?? []);
}

function authorizationOf(headers: Readonly<Record<string, unknown>> = {}): object {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:authorization|x-api-key|x-goog-api-key)$/.test(name)),
  );
}
