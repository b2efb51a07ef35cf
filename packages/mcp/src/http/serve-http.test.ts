import { once } from 'node:events';
import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { serveMcp } from '../serve-mcp.js';
import type { McpService } from '../service.js';
import { createTools, waiting } from '../tools.test.fixture.js';
import type { HttpOptions } from './http-options.js';

const services: McpService[] = [];
const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const service of services.splice(0)) await service.close();
});

async function serve(http: HttpOptions = {}) {
  const tools = createTools();
  const service = await serveMcp(tools, { http });
  services.push(service);
  return { tools, service, url: service.url ?? '' };
}

async function connect(url: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  // The SDK's class types its optional members as `| undefined`, which `exactOptionalPropertyTypes` distinguishes.
  await client.connect(transport as Transport);
  clients.push(client);
  return { client, transport };
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

/** Sends headers that `fetch` does not allow. */
function post(url: string, body = INITIALIZE, headers: Record<string, string> = {}, method = 'POST') {
  return new Promise<{ status: number | undefined; text: string; headers: object }>((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
    });
    sent.end(body);
  });
}

describe('over HTTP', () => {
  it('serves several clients at once, each with its own session', async () => {
    const { url, tools } = await serve();
    expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', pathname: '/mcp' });
    const [one, two] = await Promise.all([connect(url), connect(url)]);
    expect(one.transport.sessionId).not.toBe(two.transport.sessionId);
    const calls = [one, two].map(({ client }, index) =>
      client.callTool({ name: 'echo', arguments: { text: `${index}` } }),
    );
    expect(await Promise.all(calls)).toEqual([
      { content: [{ type: 'text', text: '0' }] },
      { content: [{ type: 'text', text: '1' }] },
    ]);
    const told = [one, two].map(
      ({ client }) =>
        new Promise<void>((resolve) =>
          client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
        ),
    );
    tools.unregister('lie');
    await Promise.all(told);
  });

  it('sends progress while a call runs, and aborts it when the client cancels', async () => {
    const { url } = await serve();
    const { client } = await connect(url);
    const controller = new AbortController();
    const call = client.callTool({ name: 'wait' }, undefined, {
      signal: controller.signal,
      onprogress: () => controller.abort(),
    });
    await expect(call).rejects.toThrow();
    const signal = waiting.at(-1);
    if (signal?.aborted === false) await once(signal, 'abort');
    expect(signal?.aborted).toBe(true);
  });

  it('ends a session when the client deletes it', async () => {
    const { url } = await serve();
    const { client, transport } = await connect(url);
    const session = { 'Mcp-Session-Id': transport.sessionId ?? '' };
    await transport.terminateSession();
    await client.close();
    expect(await post(url, '{}', session)).toMatchObject({ status: 404 });
  });
});

describe('a request is refused', () => {
  it('with a foreign host or origin', async () => {
    const { url } = await serve();
    expect(await post(url, INITIALIZE, { Host: 'evil.example' })).toMatchObject({
      status: 403,
      text: expect.stringContaining("Host 'evil.example' is not allowed."),
    });
    expect(await post(url, INITIALIZE, { Host: 'evil.example@127.0.0.1' })).toMatchObject({ status: 403 });
    for (const origin of ['http://evil.example', 'null', 'http://localhost.evil.example']) {
      expect(await post(url, INITIALIZE, { Origin: origin })).toMatchObject({ status: 403 });
    }
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1']) {
      expect(await post(url, INITIALIZE, { Origin: origin })).toMatchObject({ status: 200 });
    }
    const { url: strict } = await serve({ allowedOrigins: ['https://app.example'] });
    expect(await post(strict, INITIALIZE, { Origin: 'http://localhost' })).toMatchObject({ status: 403 });
    expect(await post(strict, INITIALIZE, { Origin: 'https://app.example' })).toMatchObject({ status: 200 });
  });

  it('without the token', async () => {
    const { url } = await serve({ token: 's3cret' });
    for (const headers of [{}, { Authorization: 'Bearer s3cre' }, { Authorization: 'Basic s3cret' }]) {
      expect(await post(url, INITIALIZE, headers as Record<string, string>)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    const { client } = await connect(url, { Authorization: 'Bearer s3cret' });
    expect((await client.listTools()).tools).toHaveLength(9);
  });

  it('with a body that is too large, without a session, at another path, or malformed', async () => {
    const { url } = await serve({ maxBodyBytes: 1_000 });
    const long = INITIALIZE.replace('raw', 'x'.repeat(2_000));
    expect(await post(url, long)).toMatchObject({ status: 413 });
    expect(await post(url, '', {}, 'GET')).toMatchObject({ status: 400 });
    expect(await post(url, INITIALIZE, { 'Mcp-Session-Id': 'x' })).toMatchObject({ status: 404 });
    expect(await post(url.replace('/mcp', '/'))).toMatchObject({ status: 404 });
    expect(await post(url, '{')).toMatchObject({ status: 400 });
    expect(await post(url, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).toMatchObject({ status: 400 });
  });

  it('beyond the maximum of sessions, until an idle one is closed', async () => {
    const { url } = await serve({ maxSessions: 1, idleMs: 100 });
    expect(await post(url, 'no introduction')).toMatchObject({ status: 400 });
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(await post(url)).toMatchObject({ status: 503 });
    while ((await post(url)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

it.each([Number.POSITIVE_INFINITY, 2 ** 31])(
  'sessions that may be idle for %d ms outlive their first answer',
  async (idleMs) => {
    const { url } = await serve({ maxSessions: 1, idleMs });
    expect(await post(url)).toMatchObject({ status: 200 });
    // A timer that cannot wait that long would fire at once.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await post(url)).toMatchObject({ status: 503 });
  },
);

describe('options', () => {
  it('must not expose the server without a token', async () => {
    const tools = createTools();
    const refused = (http: HttpOptions) => expect(serveMcp(tools, { http })).rejects;
    await refused({ host: '0.0.0.0' }).toMatchObject({ code: 'INVALID_CONFIG' });
    await refused({ host: '0.0.0.0', token: 'x' }).toMatchObject({ code: 'INVALID_CONFIG' });
    for (const token of ['', ' ']) await refused({ token }).toMatchObject({ message: 'The token is empty.' });
    await refused({ token: 'two words' }).toMatchObject({ code: 'INVALID_CONFIG' });
    await refused({ path: 'mcp' }).toMatchObject({ code: 'INVALID_CONFIG' });
    await refused({ maxBodyBytes: 0 }).toMatchObject({ code: 'INVALID_CONFIG' });
    await refused({ resume: { maxEvents: 0 } }).toMatchObject({
      message: "'resume.maxEvents' must be a positive number; got 0.",
    });
  });

  it('may name a port, which must be free', async () => {
    const { url } = await serve();
    const port = Number(new URL(url).port);
    await expect(serveMcp(createTools(), { http: { port } })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: `Port ${port} is in use.`,
    });
  });
});

it('aborts running calls when it is closed', async () => {
  const { url, service } = await serve({ resume: { retryMs: 1 } });
  const { client } = await connect(url);
  const call = client.callTool({ name: 'wait' }, undefined, {
    timeout: 500,
    onprogress: () => void service.close(),
  });
  await expect(call).rejects.toThrow();
  await service.closed;
  expect(waiting.at(-1)?.aborted).toBe(true);
  services.splice(0);
});
