/** Our server with clients that run in web pages. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serveMcp } from '../serve-mcp.js';
import type { McpService } from '../service.js';
import { createTools } from '../tools.test.fixture.js';
import type { HttpOptions } from './http-options.js';

const services: McpService[] = [];
const clients: Client[] = [];
const APP = 'https://app.example';

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const service of services.splice(0)) await service.close();
});

async function serve(http: HttpOptions = {}): Promise<string> {
  const service = await serveMcp(createTools(), { http });
  services.push(service);
  return service.url ?? '';
}

/** What every page may send and read: https://fetch.spec.whatwg.org/#cors-safelisted-request-header */
const SAFE_REQUEST = new Set(['accept', 'accept-language', 'content-language']);
const SAFE_RESPONSE = new Set(['cache-control', 'content-language', 'content-type', 'expires']);

/** `fetch` of a page at this origin, which asks before it sends and hides what the page may not read. */
function browser(origin: string) {
  const preflights: Response[] = [];
  const fetchAsPage = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    const unsafe = [...headers.keys()].filter((name) => !SAFE_REQUEST.has(name)).sort();
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': unsafe.join(','),
      },
    });
    preflights.push(preflight);
    const list = (name: string) => (preflight.headers.get(name) ?? '').toLowerCase().split(/, ?/);
    const isAllowed =
      preflight.ok &&
      preflight.headers.get('access-control-allow-origin') === origin &&
      list('access-control-allow-methods').includes(method.toLowerCase()) &&
      unsafe.every((name) => list('access-control-allow-headers').includes(name));
    if (!isAllowed) throw new TypeError('Failed to fetch');
    headers.set('Origin', origin);
    const answer = await fetch(url, { ...init, headers });
    if (answer.headers.get('access-control-allow-origin') !== origin) throw new TypeError('Failed to fetch');
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, ?/);
    const readable = [...answer.headers].filter(
      ([name]) => SAFE_RESPONSE.has(name) || exposed.includes(name),
    );
    return new Response(answer.body, { status: answer.status, headers: readable });
  };
  return { fetch: fetchAsPage, preflights };
}

async function connect(url: string, mode: 'auto' | 'legacy', origin: string, headers = {}) {
  const page = browser(origin);
  const client = new Client({ name: 'page', version: '1.0.0' }, { versionNegotiation: { mode } });
  clients.push(client);
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: page.fetch,
    requestInit: { headers },
  });
  await client.connect(transport);
  return { client, transport, page };
}

describe.each(['auto', 'legacy'] as const)('a page with a client in mode %s', (mode) => {
  it('of an allowed origin works with a token, a session and headers of its own', async () => {
    const url = await serve({ allowedOrigins: [APP], token: 's3cret' });
    const headers = { Authorization: 'Bearer s3cret', 'X-User': 'ada' };
    const { client, transport, page } = await connect(url, mode, APP, headers);
    expect(transport.sessionId === undefined).toBe(mode === 'auto');
    expect(await client.callTool({ name: 'echo', arguments: { text: 'a' } })).toMatchObject({
      content: [{ text: 'a' }],
    });
    expect(page.preflights.at(-1)?.headers.get('vary')).toBe('Access-Control-Request-Headers, Origin');
  });

  it('of this machine works without options', async () => {
    const { client } = await connect(await serve(), mode, 'http://localhost:5173');
    expect((await client.listTools()).tools).not.toHaveLength(0);
  });

  it('of another origin is kept out', async () => {
    const url = await serve({ allowedOrigins: [APP] });
    for (const origin of ['https://evil.example', 'http://localhost', 'null', `${APP}.evil.example`]) {
      await expect(connect(url, mode, origin)).rejects.toThrow('fetch');
    }
  });
});

it('a page can read why its request is refused', async () => {
  const url = await serve({ token: 's3cret' });
  const { fetch: send } = browser('http://localhost');
  const answer = await send(url, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(await answer.text()).toContain('This server requires a bearer token.');
});

it('only a preflight is answered without a token', async () => {
  const url = await serve({ token: 's3cret' });
  for (const headers of [{ Origin: 'http://localhost' }, { 'Access-Control-Request-Method': 'POST' }]) {
    expect((await fetch(url, { method: 'OPTIONS', headers: headers as Record<string, string> })).status).toBe(
      401,
    );
  }
  const odd = { Origin: 'http://localhost', 'Access-Control-Request-Method': 'POST' };
  const answer = await fetch(url, {
    method: 'OPTIONS',
    headers: { ...odd, 'Access-Control-Request-Headers': 'a;b' },
  });
  expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, null]);
});
