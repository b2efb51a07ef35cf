// M7
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connect, endAll, ends, until } from './client/connected.test.support.js';
import { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from './create-mcp-endpoint.js';
import { createTools, waiting } from './tools.test.fixture.js';

afterEach(endAll);

function open(options: McpEndpointOptions = {}): McpEndpoint {
  const endpoint = createMcpEndpoint(createTools(), { contextFor: () => undefined, ...options });
  ends.push(() => endpoint.close());
  return endpoint;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Somebody else's server. */
async function listen(handler: Handler): Promise<string> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port.
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** A call as clients of 2026-07-28 send it. @param progressToken turns the response into a stream */
function callOf(name: string, args: object = {}, progressToken?: number) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(progressToken === undefined ? {} : { progressToken }),
  };
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { _meta, name, arguments: args } };
}

function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const { _meta, name } = Object(Object(body).params);
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(_meta
        ? { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': String(name) }
        : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

async function statusOf(endpoint: McpEndpoint, url: string, headers: Record<string, string> = {}) {
  const response = await endpoint.fetch(new Request(url, post(INITIALIZE, headers)));
  return [response.status, await response.text()] as const;
}

describe('fetch', () => {
  it.each(['auto', 'legacy'] as const)('serves a client in mode %s without a server', async (mode) => {
    const endpoint = open();
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/api/tools'), {
      fetch: (url, init) => endpoint.fetch(new Request(url, init)),
    });
    await client.connect(transport);
    ends.push(() => client.close());
    expect(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })).toMatchObject({
      structuredContent: { result: 5 },
    });
  });

  it('refuses bodies that are too large, not JSON, or have been read', async () => {
    const { fetch } = open({ maxBodyBytes: 1_000 });
    const send = async (request: Request) => {
      const response = await fetch(request);
      return [response.status, await response.text()];
    };
    const url = 'http://localhost/mcp';
    expect(await send(new Request(url, post(' '.repeat(1_001))))).toEqual([
      413,
      expect.stringContaining('The body is larger than 1000 bytes.'),
    ]);
    expect(await send(new Request(url, post('{')))).toEqual([
      400,
      expect.stringContaining('The body is not JSON'),
    ]);
    const request = new Request(url, post(INITIALIZE));
    await request.text();
    expect(await send(request)).toEqual([500, expect.stringContaining('has already been read')]);
  });

  it('aborts a call whose client leaves, before the response has begun or later', async () => {
    const { fetch } = open();
    const controller = new AbortController();
    const { length } = waiting;
    const init = { ...post(callOf('wait')), signal: controller.signal };
    const call = fetch(new Request('http://localhost/mcp', init)).catch(() => undefined);
    await until(() => waiting.length > length);
    controller.abort();
    await until(() => waiting.at(-1)?.aborted === true);
    await call;
    const stream = await fetch(new Request('http://localhost/mcp', post(callOf('wait', {}, 1))));
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(waiting.at(-1)?.aborted).toBe(false);
    await stream.body?.cancel();
    await until(() => waiting.at(-1)?.aborted === true);
  });
});

describe('handle', () => {
  it.each(['auto', 'legacy'] as const)(
    'answers a client in mode %s at any path',
    async (versionNegotiation) => {
      const endpoint = open();
      const origin = await listen(endpoint.handle);
      const options = versionNegotiation === 'auto' ? {} : { revision: '2025-11-25' as const };
      const { registry } = await connect({ url: `${origin}/deep/tools`, ...options });
      expect(await registry.execute('add', { a: 2, b: 3 })).toEqual({ result: { result: 5 }, error: null });
    },
  );

  it('takes a body that the framework has parsed, and names the mistake without it', async () => {
    const endpoint = open();
    const parsing = await listen(async (request, response) =>
      endpoint.handle(request, response, await json(request)),
    );
    expect(await (await fetch(parsing, post(callOf('add', { a: 1, b: 2 })))).json()).toMatchObject({
      result: { structuredContent: { result: 3 } },
    });
    // Express passes its function `next` as the third argument.
    const consuming = await listen(async (request, response) => {
      await json(request);
      await endpoint.handle(request, response, () => undefined);
    });
    const refused = await fetch(consuming, post(INITIALIZE));
    expect(refused.status).toBe(500);
    expect(await refused.text()).toContain('`endpoint.handle(request, response, request.body)`');
  });

  it('aborts a call whose client leaves', async () => {
    const endpoint = open();
    const url = await listen(endpoint.handle);
    const { length } = waiting;
    const controller = new AbortController();
    const call = fetch(url, { ...post(callOf('wait')), signal: controller.signal }).catch(() => undefined);
    await until(() => waiting.length > length);
    controller.abort();
    await call;
    await until(() => waiting.at(-1)?.aborted === true);
  });

  it('leaves the connection usable after a refused request whose body was not read', async () => {
    const endpoint = open({ token: 's3cret' });
    const url = await listen(endpoint.handle);
    const large = post('x'.repeat(3_000_000));
    for (let round = 0; round < 3; round += 1) expect((await fetch(url, large)).status).toBe(401);
  });
});

describe('the host of a request', () => {
  const evil = 'http://evil.example/mcp';
  const local = 'http://localhost:3000/mcp';

  it('must be this machine if the endpoint knows nothing else', async () => {
    const endpoint = open();
    expect(await statusOf(endpoint, evil)).toEqual([403, expect.stringMatching(/`allowedHosts`.*`token`/)]);
    // The header counts: behind a proxy, the URL often names this machine.
    expect(await statusOf(endpoint, local, { Host: 'evil.example' })).toEqual([403, expect.anything()]);
    expect(await statusOf(endpoint, local)).toEqual([200, expect.anything()]);
  });

  it('may be one that the developer names, or any with a token, which pages do not have', async () => {
    const named = open({ allowedHosts: ['tools.example'] });
    expect((await statusOf(named, 'https://tools.example/mcp'))[0]).toBe(200);
    expect((await statusOf(named, evil))[0]).toBe(403);
    const anywhere = open({ publicUrl: 'https://tools.example/mcp' });
    expect((await statusOf(anywhere, 'https://tools.example/mcp'))[0]).toBe(200);
    const guarded = open({ token: 's3cret' });
    expect((await statusOf(guarded, evil))[0]).toBe(401);
    expect((await statusOf(guarded, evil, { Authorization: 'Bearer s3cret' }))[0]).toBe(200);
  });

  it('does not open the endpoint to pages of other hosts', async () => {
    const guarded = open({ allowedHosts: ['*'] });
    const from = (Origin: string) => statusOf(guarded, 'https://tools.example/mcp', { Origin });
    expect(await from('https://evil.example')).toEqual([403, expect.stringContaining('`allowedOrigins`')]);
    expect((await from('https://tools.example'))[0]).toBe(200);
  });
});

it('publishes where clients get a token, wherever the framework mounts it', async () => {
  const endpoint = open({
    publicUrl: 'https://tools.example/mcp',
    authorizationServers: ['https://login.example'],
    verifyToken: () => undefined,
  });
  const refused = await endpoint.fetch(new Request('https://tools.example/mcp', post(INITIALIZE)));
  const [, where = ''] =
    /resource_metadata="(.+?)"/.exec(refused.headers.get('WWW-Authenticate') ?? '') ?? [];
  expect(where).toBe('https://tools.example/.well-known/oauth-protected-resource/mcp');
  for (const url of [where, where.replace('/mcp', '')]) {
    expect(await (await endpoint.fetch(new Request(url))).json()).toMatchObject({
      resource: 'https://tools.example/mcp',
      authorization_servers: ['https://login.example'],
    });
  }
  // Express removes the path of `app.use('/.well-known/oauth-protected-resource', …)` from `url`.
  const origin = await listen((request, response) => {
    Object.assign(request, { originalUrl: request.url, url: '/mcp' });
    return endpoint.handle(request, response);
  });
  expect((await fetch(`${origin}${new URL(where).pathname}`)).status).toBe(200);
});

it('without sessions, any of several processes answers a client of an older revision', async () => {
  const endpoints = [open({ stateless: true }), open({ stateless: true })];
  let turn = 0;
  const url = await listen((request, response) => {
    turn += 1;
    return endpoints[turn % 2]?.handle(request, response);
  });
  const { registry } = await connect({ url, revision: '2025-11-25' });
  for (const a of [1, 2, 3])
    expect(await registry.execute('add', { a })).toEqual({ result: { result: a + 1 }, error: null });
});

it.each([
  ['a client of 2026-07-28', {}, callOf('wait')],
  [
    'a client without a session',
    { stateless: true },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } },
  ],
])('closing aborts the calls of %s, and later requests are refused', async (_, options, body) => {
  const endpoint = open(options);
  const { length } = waiting;
  const call = endpoint.fetch(new Request('http://localhost/mcp', post(body))).catch(() => undefined);
  await until(() => waiting.length > length);
  await endpoint.close();
  await until(() => waiting.at(-1)?.aborted === true);
  await call;
  expect(await statusOf(endpoint, 'http://localhost/mcp')).toEqual([503, expect.stringContaining('closed')]);
});

it('closing ends sessions and the calls in them', async () => {
  const endpoint = open({ resume: { retryMs: 1 } });
  const url = await listen(endpoint.handle);
  const { registry } = await connect({ url, revision: '2025-11-25' });
  const { length } = waiting;
  const call = registry.execute('wait', {});
  await until(() => waiting.length > length);
  await endpoint.close();
  expect(waiting.at(-1)?.aborted).toBe(true);
  expect(await call).toMatchObject({ result: null });
});

it('refuses options that cannot work', () => {
  const tools = createTools();
  const refused = (options: object) =>
    expect(() => createMcpEndpoint(tools, { contextFor: () => undefined, ...options }));
  refused({ verifyToken: () => undefined }).toThrow('`verifyToken` requires `publicUrl`');
  refused({ port: 3000 }).toThrow("'createMcpEndpoint' has no option 'port'.");
  refused({ token: ' ' }).toThrow('The token is empty.');
  refused({ publicUrl: 'tools' }).toThrow("'tools' is not a URL.");
  refused({ cache: { ttl: 1 } }).toThrow("'cache' has no option 'ttl'.");
});

it.each([
  ['an object without a text', JSON.parse('{"toString":1,"valueOf":1}')],
  ['a deep list', JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`)],
  ['a number', 7],
])('a call whose name is %s is refused as the protocol says', async (_, name) => {
  for (const stateless of [true, false]) {
    const body = callOf('look');
    const call = { ...body, params: { ...body.params, name } };
    const init = post(JSON.stringify(call), {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
    });
    const response = await open({ stateless }).fetch(new Request('http://localhost/mcp', init));
    expect(await response.text()).toMatch(/"code":-32602/);
  }
});

it('a body of nothing but brackets is refused before it is parsed', async () => {
  const response = await open().fetch(new Request('http://localhost/mcp', post('['.repeat(1_000_000))));
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: -32_700, message: expect.stringContaining('nested deeper than 500 levels') } },
  ]);
});
