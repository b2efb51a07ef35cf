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
      message: `The header '${name}' of the client contains characters that HTTP does not allow.`,
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

async function answer(asked: ReturnType<typeof createClient>, streams: boolean): Promise<void> {
  if (!streams) await asked.generate(hello, [], {});
  else for await (const _ of asked.stream?.(hello, [], {}) ?? []);
}

function authorizationOf(headers: Readonly<Record<string, unknown>> = {}): object {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:authorization|x-api-key|x-goog-api-key)$/.test(name)),
  );
}
