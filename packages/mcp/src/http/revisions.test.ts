/** Our server with the clients of the official SDK 2, and with raw requests of 2026-07-28. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { FunctionTool } from '@toolwright/tools';
import { type ServeMcpOptions, serveMcp } from '../serve-mcp.js';
import { findMcpCall } from '../server/mcp-call.js';
import type { McpService } from '../service.js';
import { createTools, waiting } from '../tools.test.fixture.js';

const services: McpService[] = [];
const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const service of services.splice(0)) await service.close();
});

async function serve(options: Omit<ServeMcpOptions, 'http'> = {}) {
  const tools = createTools();
  const service = await serveMcp(tools, { ...options, contextFor: () => undefined, http: {} });
  services.push(service);
  return { tools, service, url: service.url ?? '' };
}

async function connect(url: string, mode: 'auto' | 'legacy') {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  clients.push(client);
  return client;
}

const ELICITS = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };

/** Sends one request as a client of 2026-07-28 does. */
async function send(url: string, method: string, params: object = {}, headers: Record<string, string> = {}) {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', ...ELICITS };
  const name: unknown = Reflect.get(params, 'name');
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta, ...params } }),
  });
  const body = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, result: body.result, error: body.error };
}

const ERASE = { name: 'erase', arguments: { text: 'it' } };
const YES = { 'question-1': { action: 'accept', content: {} } };

describe('a client of SDK 2', () => {
  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('in mode %s speaks revision %s', async (mode, revision) => {
    const { url, tools } = await serve();
    const client = await connect(url, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add');
    expect(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })).toMatchObject({
      structuredContent: { result: 5 },
    });
    expect(await client.callTool(ERASE)).toMatchObject({ content: [{ text: 'erased it' }] });
    const changed = new Promise<void>((resolve) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve()),
    );
    if (mode === 'auto') await client.listen({ toolsListChanged: true });
    tools.unregister('lie');
    await changed;
  });

  it('in revision 2026-07-28 aborts a call', async () => {
    const { url } = await serve();
    const client = await connect(url, 'auto');
    const controller = new AbortController();
    const options = { signal: controller.signal, onprogress: () => controller.abort() };
    await expect(client.callTool({ name: 'wait' }, options)).rejects.toThrow();
    while (waiting.at(-1)?.aborted !== true) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});

describe('a request of 2026-07-28', () => {
  it('needs no session, and gets none', async () => {
    const { url } = await serve();
    const { status, headers, result } = await send(url, 'tools/call', {
      name: 'echo',
      arguments: { text: 'a' },
    });
    expect({ status, result }).toMatchObject({
      status: 200,
      result: { resultType: 'complete', content: [{ type: 'text', text: 'a' }] },
    });
    expect(headers.get('mcp-session-id')).toBeNull();
    expect((await send(url, 'server/discover')).result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    expect((await fetch(url, { headers: { 'MCP-Protocol-Version': '2026-07-28' } })).status).toBe(405);
  });

  it('may be kept by the client as long as the server says', async () => {
    const { url } = await serve();
    expect((await send(url, 'tools/list')).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    const { url: kept } = await serve({ cache: { ttlMs: 60_000, scope: 'public' } });
    expect((await send(kept, 'tools/list')).result).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
    expect((await send(kept, 'tools/call', { name: 'fail' })).result).not.toHaveProperty('ttlMs');
  });

  it('reaches the handlers of other methods, whose capabilities are declared', async () => {
    const { url } = await serve({
      handlers: {
        'resources/list': () => ({ resources: [{ uri: 'test://a', name: 'a' }] }),
        'resources/read': ({ uri }) => ({ contents: [{ uri: String(uri), text: 'A' }] }),
        'resources/templates/list': () => ({
          resourceTemplates: [{ uriTemplate: 'test://{id}', name: 't' }],
        }),
        'completion/complete': () => ({ completion: { values: ['a'] } }),
      },
    });
    for (const mode of ['auto', 'legacy'] as const) {
      const client = await connect(url, mode);
      expect(client.getServerCapabilities()).toMatchObject({ resources: {}, completions: {} });
      expect((await client.listResources()).resources).toMatchObject([{ uri: 'test://a' }]);
      expect((await client.readResource({ uri: 'test://a' })).contents).toMatchObject([{ text: 'A' }]);
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
      const ref = { type: 'ref/resource' as const, uri: 'test://{id}' };
      expect(await client.complete({ ref, argument: { name: 'id', value: '' } })).toMatchObject({
        completion: { values: ['a'] },
      });
    }
  });

  it('is answered with 404 if no handler knows its method', async () => {
    const { url } = await serve();
    for (const method of ['resources/list', 'ping', 'x/y']) {
      expect(await send(url, method)).toMatchObject({ status: 404, error: { code: -32_601 } });
    }
  });

  it('is refused if its headers contradict its body, or name an unknown revision', async () => {
    const { url } = await serve();
    expect(await send(url, 'tools/list', {}, { 'Mcp-Method': 'tools/call' })).toMatchObject({
      status: 400,
      error: { code: -32_020 },
    });
    expect(await send(url, 'tools/call', ERASE, { 'Mcp-Name': 'other' })).toMatchObject({
      status: 400,
      error: { code: -32_020 },
    });
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01', ...ELICITS };
    expect(await send(url, 'tools/list', { _meta }, { 'MCP-Protocol-Version': '2099-01-01' })).toMatchObject({
      status: 400,
      error: { code: -32_022, data: { supported: ['2026-07-28'] } },
    });
  });
});

describe('a question in a call of 2026-07-28', () => {
  it('is the result, and the repeated request goes on with the answer', async () => {
    const { url, tools } = await serve();
    let started = 0;
    const fn = async (_: object, context: Parameters<typeof findMcpCall>[0]) => {
      started += 1;
      const call = findMcpCall(context);
      const form = (message: string) =>
        call?.elicit({ message, requestedSchema: { type: 'object', properties: {} } });
      const both = await Promise.all([form('one'), form('two')]);
      const last = await form('three');
      return [...both, last].map((answer) => answer?.action).join();
    };
    const parameters = { type: 'object' as const, properties: {} };
    tools.register(new FunctionTool({ name: 'quiz', description: 'Asks.', parameters, fn }));
    const first = await send(url, 'tools/call', { name: 'quiz' });
    expect(first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        'question-1': { params: { message: 'one' } },
        'question-2': { params: { message: 'two' } },
      },
    });
    const second = await send(url, 'tools/call', {
      name: 'quiz',
      requestState: first.result.requestState,
      inputResponses: { ...YES, 'question-2': { action: 'decline' } },
    });
    expect(Object.keys(second.result.inputRequests)).toEqual(['question-3']);
    const third = await send(url, 'tools/call', {
      name: 'quiz',
      requestState: second.result.requestState,
      inputResponses: { 'question-3': { action: 'cancel' } },
    });
    expect(third.result).toMatchObject({ content: [{ text: 'accept,decline,cancel' }] });
    expect(started).toBe(1);
  });

  it('is answered by its own request only, and once', async () => {
    const { url } = await serve();
    const { result } = await send(url, 'tools/call', ERASE);
    const answer = { requestState: result.requestState, inputResponses: YES };
    const others = [
      { ...ERASE, ...answer, arguments: { text: 'all' } },
      { ...ERASE, ...answer, name: 'echo' },
      { ...ERASE, ...answer, requestState: 'guessed' },
    ];
    for (const params of others) {
      expect((await send(url, 'tools/call', params)).error).toMatchObject({ code: -32_602 });
    }
    expect((await send(url, 'tools/call', { ...ERASE, ...answer })).result).toMatchObject({
      content: [{ text: 'erased it' }],
    });
    expect((await send(url, 'tools/call', { ...ERASE, ...answer })).error).toMatchObject({ code: -32_602 });
  });

  it('that is answered wrongly fails the call, and one without an answer is asked again', async () => {
    const { url } = await serve();
    const { result } = await send(url, 'tools/call', ERASE);
    const again = await send(url, 'tools/call', {
      ...ERASE,
      requestState: result.requestState,
      inputResponses: {},
    });
    expect(Object.keys(again.result.inputRequests)).toEqual(['question-1']);
    const { requestState } = again.result;
    const wrong = { ...ERASE, requestState, inputResponses: { 'question-1': { action: 'perhaps' } } };
    expect((await send(url, 'tools/call', wrong)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('is invalid') }],
    });
  });

  it('is not put to a client that cannot ask', async () => {
    const { url } = await serve();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    expect((await send(url, 'tools/call', { ...ERASE, _meta })).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('cannot ask for it') }],
    });
  });
});
