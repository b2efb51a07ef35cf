/** What servers send that the SDK refuses or mistakes for something else. */
import { connectMcp } from './connect-mcp.js';
import { endAll } from './connected.test.support.js';
import { connect, serve, tool, written } from './plain-server.test.support.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

afterEach(endAll);

const REVISIONS = ['2025-11-25', '2026-07-28'];

describe.each(REVISIONS)('null in place of an absent member, from a server of %s,', (revision) => {
  it('is read as absent in every message, with one warning', async () => {
    const url = await serve(revision, ({ id, method, response }) => {
      const about = {
        instructions: null,
        _meta: null,
        serverInfo: { name: 'plain', version: '1', title: null },
      };
      const capabilities = { tools: { listChanged: null }, resources: {}, prompts: {}, logging: null };
      if (method === 'initialize') return { protocolVersion: revision, capabilities, ...about };
      if (method === 'server/discover' && revision === '2026-07-28')
        return { supportedVersions: [revision], capabilities, ...about };
      if (method === 'tools/list') {
        const inputSchema = { type: 'object', properties: { n: { enum: [null, 1], default: null } } };
        return {
          tools: [tool('read', { inputSchema, title: null, outputSchema: null, annotations: null })],
          nextCursor: null,
        };
      }
      if (method === 'resources/list')
        return {
          resources: [{ uri: 'a:b', name: 'a', description: null, size: null, annotations: null }],
          nextCursor: null,
        };
      if (method === 'prompts/list')
        return { prompts: [{ name: 'p', arguments: null, _meta: { kept: null } }] };
      if (method === 'prompts/get')
        return {
          description: null,
          messages: [{ role: 'user', content: { type: 'text', text: 'hi', annotations: null } }],
        };
      if (method === 'resources/read') return { contents: [{ uri: 'a:b', mimeType: null, text: 'x' }] };
      if (method !== 'tools/call') return undefined;
      const content = [{ type: 'text', text: 'done', annotations: null, _meta: null }];
      const log = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', logger: null, data: null },
      };
      const result = { resultType: 'complete', content, isError: null, _meta: null };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `data: ${JSON.stringify(log)}\n\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result, error: null })}\n\n`,
      );
      return 'written';
    });
    const { connection, registry, events, warnings } = await connect({ url });
    const [spec] = registry.listTools();
    expect(JSON.stringify(spec?.parameters)).toContain('"enum":[null,1]');
    expect(await registry.execute('read', { n: null })).toEqual({ result: 'done', error: null });
    expect(await connection.listResources()).toEqual([{ uri: 'a:b', name: 'a' }]);
    expect(await connection.listPrompts()).toEqual([{ name: 'p', _meta: { kept: null } }]);
    expect(await connection.getPrompt('p')).toMatchObject({ messages: [{ role: 'user' }] });
    expect(await connection.readResource('a:b')).toEqual([{ uri: 'a:b', text: 'x' }]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'log', data: null }));
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]?.message).toContain('Null is treated as absent');
  });

  it('stays in the results of other methods', async () => {
    const url = await serve(revision, ({ method }) => {
      if (method === 'tools/list') return { tools: [] };
      return method === 'shop/stock' ? { left: null } : undefined;
    });
    const { connection } = await connect({ url });
    expect(await connection.request('shop/stock')).toMatchObject({ left: null });
  });
});

describe('a response with an id that no request has', () => {
  const say = (id: string, text: string) =>
    `send({ id: ${id}, result: { content: [{ type: 'text', text: '${text}' }] } });`;

  it.each(['String(id)', "' ' + id + ' '", "id + '.0'", "'0x' + id.toString(16)", "id + 'e0'"])(
    'such as %s answers nothing',
    async (id) => {
      const cases = `case 'tools/call': ${say(id, 'of nobody')} ${say('id', 'right')} break;`;
      const { registry, warnings } = await connect(rogueServer(cases, [listed('read')]));
      expect(await registry.execute('read', {})).toEqual({ result: 'right', error: null });
      expect(warnings()).toHaveLength(1);
      expect(warnings()[0]?.message).toContain('was ignored: no unanswered request');
    },
  );

  it('answers nothing while connecting either', async () => {
    const cases = `case 'initialize': send({ id: String(id), result: { protocolVersion: '2024-11-05', capabilities: {},
      serverInfo: { name: 'nobody', version: '1' } } }); answer({ protocolVersion: '2025-06-18',
      capabilities: { tools: {} }, serverInfo: { name: 'right', version: '1' } }); break;`;
    const { connection } = await connect(rogueServer(cases));
    expect(connection.server.name).toBe('right');
  });

  it('is no progress of a request either', async () => {
    const cases = `case 'tools/call':
      for (const progressToken of [String(params._meta.progressToken), params._meta.progressToken])
        send({ method: 'notifications/progress', params: { progressToken, progress: progressToken === id ? 2 : 1 } });
      ${say('id', 'right')} break;`;
    const { registry, warnings } = await connect(rogueServer(cases, [listed('read')]));
    const progress: unknown[] = [];
    await registry.call('read', {}, { onProgress: (value) => progress.push(value) });
    expect(progress).toEqual([{ progress: 2 }]);
    expect(warnings()).toHaveLength(1);
  });
});

describe('texts of a tool that are too long', () => {
  const long = 'x'.repeat(1_000_000);

  it('are cut, wherever models read them, with one warning that names the tool', async () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { type: 'string', description: long, default: 'd' } },
    };
    const tools = [tool('read', { description: long, title: long, inputSchema }), tool('write')];
    const about = { capabilities: { tools: {} }, serverInfo: { name: 'plain', version: '1' } };
    const url = await serve('2025-11-25', ({ method }) => {
      if (method === 'tools/list') return { tools };
      return method === 'initialize'
        ? { protocolVersion: '2025-11-25', ...about, instructions: long }
        : undefined;
    });
    const { connection, registry, warnings } = await connect({ url });
    expect(registry.listTools().map(({ description }) => description.length)).toEqual([16_384, 7]);
    expect(JSON.stringify(registry.listTools()).length).toBeLessThan(60_000);
    // A lock holds what models read.
    expect(JSON.stringify(connection.toLock()).length).toBeLessThan(60_000);
    expect(connection.instructions).toHaveLength(16_384);
    expect(warnings().map(({ message }) => message)).toEqual([
      expect.stringContaining('The instructions of the MCP server'),
      expect.stringMatching(/^The tool 'read' .* truncated to 16,384 characters: the title of 1000000/),
    ]);
    const { registry: free, warnings: none } = await connect({ url, maxDescription: 2_000_000 });
    expect(free.listTools()[0]?.description).toHaveLength(1_000_000);
    expect(none()).toEqual([]);
  });

  it('leave the tool out where they cannot be cut', async () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { enum: Array.from({ length: 50_000 }, (_, n) => `value ${n}`) } },
    };
    const url = await serve('2025-11-25', ({ method }) =>
      method === 'tools/list' ? { tools: [tool('read', { inputSchema }), tool('write')] } : undefined,
    );
    const { registry, warnings } = await connect({ url });
    expect(registry.listTools().map(({ name }) => name)).toEqual(['write']);
    expect(warnings()[0]?.error).toMatchObject({ code: 'INVALID_TOOL' });
  });
});

describe('a server that disagrees about the revision', () => {
  const refusal = (supported: string[]) => ({
    error: { code: -32022, message: 'unsupported', data: { requested: '2026-07-28', supported } },
  });

  it('is named with its revisions and ours, and is not spoken to as an older one', async () => {
    const methods: string[] = [];
    const url = await serve('2026-10-01', ({ method }) => {
      methods.push(method);
      return method === 'server/discover' ? refusal(['2026-10-01']) : undefined;
    });
    const error = await connectMcp({ url }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'UNSUPPORTED', hint: expect.not.stringContaining('`revision`') });
    for (const revision of ['2026-10-01', '2026-07-28', '2025-11-25', '2025-06-18'])
      expect(error.message).toContain(revision);
    expect(methods).toEqual(['server/discover']);
  });

  it.each([
    ['answers `initialize` in another one', '1999-01-01', undefined, 'supports 1999-01-01'],
    ['refuses `initialize`', '2026-10-01', { initialize: refusal(['2026-10-01']) }, 'supports 2026-10-01'],
  ])('and %s is named, too', async (_, revision, answers, expected) => {
    const url = await serve(
      revision,
      ({ method }) =>
        (answers as Record<string, object> | undefined)?.[method] ??
        (method === 'server/discover' ? { error: { code: -32601, message: 'no' } } : undefined),
    );
    const error = await connectMcp({ url }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining(expected) });
    expect(error.message).toContain('this client supports 2026-07-28, 2025-11-25');
  });

  it('gets a hint about `revision` only if leaving it out would help', async () => {
    const url = await serve('2025-11-25', () => undefined);
    const error = await connectMcp({ url, revision: '2026-07-28' }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringContaining('`revision`') });
    expect(error.message).toMatch(/this client supports 2026-07-28\.$/);
  });
});

// F1
describe('an older server over HTTP that does not answer `server/discover`', () => {
  it.each([
    ['at all', () => 'written' as const],
    ['but accepts it', ({ response }) => written(response.writeHead(202).end())],
    [
      'but sends a page',
      ({ response }) => written(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')),
    ],
    ['but sends nothing', ({ response }) => written(response.writeHead(200).end())],
    [
      'but ends a stream',
      ({ response }) => written(response.writeHead(200, { 'content-type': 'text/event-stream' }).end()),
    ],
    ['but fails', ({ response }) => written(response.writeHead(500).end('oops'))],
    ['but ends the connection', ({ response }) => written(response.destroy())],
  ] as [string, Parameters<typeof serve>[1]][])('%s is spoken to as one', async (_, discover) => {
    const url = await serve('2025-11-25', (asked) => {
      if (asked.method === 'server/discover') return discover(asked);
      return asked.method === 'tools/list' ? { tools: [tool('read')] } : undefined;
    });
    const { connection } = await connect({ url });
    expect(connection.revision).toBe('2025-11-25');
    expect(connection.tools).toHaveLength(1);
  });

  it('is not taken where only the current revision will do', async () => {
    const url = await serve('2025-11-25', ({ method }) =>
      method === 'server/discover' ? 'written' : undefined,
    );
    const options = { url, revision: '2026-07-28', connectTimeoutMs: 200 } as const;
    await expect(connectMcp(options)).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
  });
});

it('a server of the current revision that is slow is not taken for an older one', async () => {
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 3_600));
  const url = await serve('2026-07-28', async ({ method }) => {
    if (method === 'server/discover' || method === 'initialize') await slowly();
    return method === 'tools/list' ? { tools: [tool('read')] } : undefined;
  });
  expect((await connect({ url })).connection.revision).toBe('2026-07-28');
});

it('a program that needs more than three seconds to start is not taken for an older one', async () => {
  const { command, args } = rogueServer(
    `case 'server/discover': answer({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} }, serverInfo: { name: 'slow', version: '1' } }); break;
     case 'tools/list': answer({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools }); break;
     case 'subscriptions/listen': break;`,
    [listed('read')],
  );
  const late = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500); ${args?.[1]}`;
  const { connection } = await connect({ command, args: ['--eval', late] });
  expect(connection.revision).toBe('2026-07-28');
});
