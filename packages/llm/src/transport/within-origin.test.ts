import { createClient } from '../client/create-client.js';
import { RAW_SUBJECTS } from '../testing/conversations/raw-subjects.test.support.js';
import { sharedRawServer } from '../testing/raw-server.test.support.js';
import { withinOrigin } from './within-origin.js';

const server = sharedRawServer();
const other = sharedRawServer();
const originOf = (url: string) => new URL(url).origin;

describe.each(Object.entries(RAW_SUBJECTS))('a redirect of %s', (_, subject) => {
  const ask = (runtime = {}) =>
    createClient({
      apiKey: 'key',
      ...subject.config,
      baseUrl: `${originOf(server.url)}${subject.path}`,
      retries: { maxRetries: 2, baseDelayMs: 1 },
      runtime,
    }).generate([{ role: 'user', content: 'A secret' }], [], {});

  it.each([
    ['the own fetch', {}],
    ['a fetch of the user', { fetch: (...given: Parameters<typeof fetch>) => fetch(...given) }],
  ])('to another server is refused, once, and nothing arrives there (%s)', async (_name, runtime) => {
    other.respond((response) => void response.end());
    server.respond((response) => void response.writeHead(307, { location: `${other.url}/x?key=1` }).end());
    await expect(ask(runtime)).rejects.toMatchObject({
      code: 'NETWORK',
      blame: 'user',
      message: `The server redirects to another server, ${originOf(other.url)}, which is not followed.`,
      hint: expect.stringContaining('Set baseUrl'),
    });
    expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
  });

  it('on the same server is followed with the body, also by a relative URL', async () => {
    server.respond((response, { url }, index) => {
      if (index < 5) response.writeHead(index % 2 ? 307 : 308, { location: `/moved${url}` }).end('moved');
      else response.writeHead(200, { 'content-type': 'application/json' }).end(subject.whole('Hello'));
    });
    expect(await ask()).toMatchObject({ content: 'Hello' });
    const [first, ...later] = server.requests;
    expect(later.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, () => first?.body));
  });

  it('that leads back to itself ends after five', async () => {
    server.respond((response, { url }) => void response.writeHead(307, { location: url }).end());
    await expect(ask()).rejects.toMatchObject({
      code: 'NETWORK',
      message: 'The server redirects more than 5 times.',
    });
    expect(server.requests).toHaveLength(6);
  });
});

describe('a fetch within an origin', () => {
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'x-a': '1' } };
  const redirect = (status: number, location: string) =>
    new Response(null, { status, headers: { location } });

  it.each([301, 302, 303])('asks with GET and without the body after a %i', async (status) => {
    const sent: unknown[] = [];
    const reply = await withinOrigin(async (url, { method, body, headers } = {}) => {
      sent.push([String(url), method, body, Object.fromEntries(new Headers(headers))]);
      return sent.length === 1 ? redirect(status, 'b') : new Response('there');
    })('https://one.example/a', init);
    expect(await reply.text()).toBe('there');
    expect(sent[1]).toEqual(['https://one.example/b', 'GET', null, init.headers]);
  });

  it.each(['http://one.example/a', 'https://one.example:444/a', '//two.example/a', 'data:,x'])(
    'does not go from https://one.example to %s',
    async (location) => {
      const fetch = withinOrigin(async () => redirect(307, location));
      await expect(fetch('https://one.example/a', init)).rejects.toThrow('redirects to another server');
    },
  );

  it('tells of a redirect that a browser hides, and of one that was followed nevertheless', async () => {
    const hidden = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    await expect(withinOrigin(async () => hidden)('https://one.example/a', init)).rejects.toThrow(
      'The server redirects to an address that browsers do not show.',
    );
    const followed = Object.defineProperties(new Response('x'), {
      redirected: { value: true },
      url: { value: 'https://two.example/a' },
    });
    await expect(withinOrigin(async () => followed)('https://one.example/a', init)).rejects.toThrow(
      'redirects to another server, https://two.example,',
    );
  });

  it('leaves requests without a body, such as for images, unchanged', async () => {
    const seen: unknown[] = [];
    await withinOrigin(async (...given) => {
      seen.push(given);
      return redirect(302, 'https://two.example/a.png');
    })('https://one.example/a.png');
    expect(seen).toEqual([['https://one.example/a.png', undefined]]);
  });
});
