/** Our client and those of the official SDKs with our server, in both eras; and with servers that break the protocol. */
import { Client as SdkClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Sdk1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Sdk1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { ToolRegistry } from '@toolwright/tools';
import { createHandbook, PNG } from '../resources.test.fixture.js';
import { type ServeMcpOptions, serveMcp } from '../serve-mcp.js';
import { createPrompts } from '../tools.test.fixture.js';
import type { McpRevision } from './connect-options.js';
import { connect, endAll, ends, until } from './connected.test.support.js';
import { rogueServer } from './rogue-server.test.support.js';

afterEach(endAll);

async function serve(options: ServeMcpOptions = {}) {
  const { registry, handbook } = createHandbook();
  const service = await serveMcp(registry, { contextFor: () => 'Ada', http: {}, ...options });
  ends.push(() => service.close());
  return { registry, handbook, url: service.url ?? '' };
}

const REVISIONS: McpRevision[] = ['2026-07-28', '2025-11-25'];

describe.each(REVISIONS)('our client and our server, in revision %s', (revision) => {
  it('list, read and complete resources and prompts', async () => {
    const { url } = await serve({ prompts: createPrompts() });
    const { connection } = await connect({ url, revision });
    expect((await connection.listResources()).map(({ uri }) => uri)).toEqual([
      'handbook://pages',
      'handbook://logo',
      'ui://handbook/view',
      'handbook://broken',
    ]);
    expect(await connection.listResourceTemplates()).toMatchObject([
      { uriTemplate: 'handbook://pages/{slug}' },
      { uriTemplate: 'handbook://years/{year}/{kind}' },
    ]);
    expect(await connection.readResource('handbook://years/2026/paid')).toMatchObject([
      { text: '{"year":2026,"kind":"paid","user":"Ada"}' },
    ]);
    expect(await connection.readResource('handbook://logo')).toMatchObject([
      { blob: PNG.toString('base64') },
    ]);
    await expect(connection.readResource('handbook://nothing')).rejects.toMatchObject({
      code: 'UNKNOWN_RESOURCE',
    });
    await expect(connection.readResource('handbook://years/x/paid')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    });
    const resource = 'handbook://years/{year}/{kind}';
    expect(await connection.complete({ resource, argument: 'kind', value: 'p' })).toEqual({
      values: ['paid'],
      total: 1,
      hasMore: false,
    });
    expect((await connection.listPrompts()).map(({ name }) => name)).toEqual(['greet', 'plain', 'review']);
    expect(await connection.getPrompt('greet', { name: 'Ada', language: 'en' })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text' } }],
    });
  });

  it('follow resources until nobody listens', async () => {
    const { url, registry } = await serve();
    const { connection } = await connect({ url, revision });
    const seen: string[] = [];
    const end = await connection.subscribe('handbook://pages/holidays', (uri) => seen.push(`first ${uri}`));
    const endOther = await connection.subscribe('handbook://pages', (uri) => seen.push(uri));
    registry.resourceChanged('handbook://pages/holidays');
    registry.resourceChanged('handbook://pages');
    registry.resourceChanged('handbook://logo');
    await until(() => seen.length === 2);
    expect(seen.sort()).toEqual(['first handbook://pages/holidays', 'handbook://pages']);
    await end();
    registry.resourceChanged('handbook://pages/holidays');
    registry.resourceChanged('handbook://pages');
    await until(() => seen.length === 3);
    await endOther();
    expect(seen).toHaveLength(3);
  });

  it('pass on what MCP Apps need of tools and resources', async () => {
    const { url } = await serve();
    const { connection } = await connect({ url, revision });
    const registry = new ToolRegistry();
    connection.addTo(registry);
    expect(registry.get('show')?.annotations.meta).toEqual({ ui: { resourceUri: 'ui://handbook/view' } });
    const view = {
      uri: 'ui://handbook/view',
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { border: true } },
    };
    expect(await connection.listResources()).toContainEqual(expect.objectContaining(view));
    expect(await connection.readResource(view.uri)).toEqual([{ ...view, text: '<!doctype html>' }]);
  });

  it('let a resource ask the person', async () => {
    const { url } = await serve();
    const { connection } = await connect({ url, revision, onElicit: async () => ({ action: 'decline' }) });
    expect(await connection.readResource('handbook://years/0/paid')).toMatchObject([
      { text: '{"action":"decline"}' },
    ]);
  });
});

describe.each(['auto', 'legacy'] as const)('the client of SDK 2 in the mode %s', (mode) => {
  it('lists, reads, follows and completes our resources', async () => {
    const { url, registry } = await serve({ cache: { ttlMs: 60_000 } });
    const client = new SdkClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    ends.push(() => client.close());
    expect((await client.listResources()).resources).toHaveLength(4);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    const uri = 'handbook://pages/holidays';
    const read = await client.readResource({ uri });
    expect(read.contents).toEqual([{ uri, mimeType: 'text/markdown', text: '# Holidays' }]);
    if (mode === 'auto') expect(read).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' });
    const ref = { type: 'ref/resource', uri: 'handbook://years/{year}/{kind}' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'kind', value: '' } });
    expect(completion.values).toEqual(['paid', 'sick']);
    const seen: string[] = [];
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void seen.push(params.uri),
    );
    if (mode === 'auto') await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    registry.resourceChanged('handbook://logo');
    registry.resourceChanged(uri);
    await until(() => seen.length > 0);
    expect(seen).toEqual([uri]);
  });
});

it('the client of SDK 1 lists, reads, follows and completes our resources', async () => {
  const { url, registry } = await serve();
  const client = new Sdk1Client({ name: 'test', version: '1' });
  await client.connect(new Sdk1Transport(new URL(url)) as Parameters<typeof client.connect>[0]);
  ends.push(() => client.close());
  expect((await client.listResources()).resources).toHaveLength(4);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  const uri = 'handbook://pages/holidays';
  expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: '# Holidays' }]);
  const ref = { type: 'ref/resource', uri: 'handbook://years/{year}/{kind}' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'kind', value: '' } });
  expect(completion.values).toEqual(['paid', 'sick']);
  const seen: string[] = [];
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void seen.push(params.uri),
  );
  await client.subscribeResource({ uri });
  registry.resourceChanged('handbook://logo');
  registry.resourceChanged(uri);
  await until(() => seen.length > 0);
  expect(seen).toEqual([uri]);
});

const INITIALIZE = `case 'initialize':
  answer({ protocolVersion: '2025-06-18', capabilities: { resources: {}, prompts: {} }, serverInfo: { name: 'rogue', version: '1' } });
  break;`;

describe('a server', () => {
  it('without resources lists none, and reports no changes', async () => {
    const { connection } = await connect(rogueServer(''));
    expect(await connection.listResources()).toEqual([]);
    expect(await connection.listPrompts()).toEqual([]);
    await expect(connection.subscribe('a://b', () => undefined)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    });
  });

  it('with entries that are no resources gives the others, and a warning for each of them', async () => {
    const { connection, events } = await connect(
      rogueServer(`${INITIALIZE}
        case 'resources/list':
          answer({ resources: [{ uri: 'a://b', name: 'b', _meta: { x: 1 } }, { uri: 5, name: 'c' }, null, { name: 'd' }] });
          break;`),
    );
    expect(await connection.listResources()).toEqual([{ uri: 'a://b', name: 'b', _meta: { x: 1 } }]);
    expect(events.map((event) => (event.type === 'warning' ? event.message : event.type))).toEqual(
      [2, 3, 4].map((position) =>
        expect.stringContaining(`lists an invalid entry among its resources, at position ${position}.`),
      ),
    );
  });

  it.each([
    ['{ resources: 5 }', 'a response without a list of resources'],
    [`{ resources: [], nextCursor: 'on' }`, 'a list of resources that repeats a cursor'],
    ['{ resources: [], nextCursor: String(id) }', 'a list of resources with more than 1,000 pages'],
    [
      `{ resources: new Array(150).fill({ uri: 'a://b', name: 'b' }), nextCursor: String(id) }`,
      'more than 2,000 resources',
    ],
  ])('that lists %s is refused', async (result, problem) => {
    const { connection } = await connect(
      rogueServer(`${INITIALIZE} case 'resources/list': answer(${result}); break;`),
    );
    await expect(connection.listResources()).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining(problem),
    });
  });

  it('that never answers is left after the time for connecting, or when the caller aborts', async () => {
    const options = rogueServer(`${INITIALIZE} case 'resources/list': case 'resources/read': break;`);
    const { connection } = await connect({ ...options, connectTimeoutMs: 3_000 });
    await expect(connection.listResources()).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
      message: expect.stringContaining('while it listed its resources'),
    });
    const signal = AbortSignal.timeout(50);
    await expect(connection.readResource('a://b', { signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('that was lost is asked for changes again, and everything may have changed', async () => {
    const { connection } = await connect({
      ...rogueServer(`case 'initialize':
          answer({ protocolVersion: '2025-06-18', capabilities: { resources: { subscribe: true } }, serverInfo: { name: 'rogue', version: '1' } });
          break;
        case 'resources/subscribe':
          answer({});
          if (params.uri === 'a://d') send({ method: 'notifications/resources/updated', params: { uri: 'a://d' } });
          break;
        case 'die': process.exit(1);`),
      reconnect: { delayMs: 1 },
    });
    const seen: string[] = [];
    await connection.subscribe('a://b', (uri) => seen.push(uri));
    await connection.request('die').catch(() => undefined);
    await until(() => seen.includes('a://b'));
    await connection.subscribe('a://d', (uri) => seen.push(uri));
    await until(() => seen.includes('a://d'));
    expect(seen).toEqual(['a://b', 'a://d']);
  });

  it('that answers with something else is refused', async () => {
    const { connection } = await connect(
      rogueServer(`${INITIALIZE}
        case 'resources/read': answer(params.uri === 'a://b' ? { contents: [{ uri: 'a://b' }] } : {}); break;
        case 'prompts/get': answer({ messages: [{ role: 'king', content: 'x' }] }); break;
        case 'completion/complete': answer({ completion: { values: [1] } }); break;`),
    );
    for (const answer of [
      connection.readResource('a://b'),
      connection.readResource('a://c'),
      connection.getPrompt('x'),
      connection.complete({ prompt: 'x', argument: 'y', value: '' }),
    ]) {
      await expect(answer).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    }
  });
});
