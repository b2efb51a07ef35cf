/** Our client with servers of both SDKs, and with hand-written ones. */
import { connectMcp } from './connect-mcp.js';
import { connect, endAll, ends, until } from './connected.test.support.js';
import { listed, rogueServer } from './rogue-server.test.support.js';
import { modernTools, sdk1Program, sdk2HttpServer, sdk2Program } from './sdk-servers.test.support.js';

afterEach(async () => {
  await endAll();
  modernTools.extra = [];
});

async function serve() {
  const server = await sdk2HttpServer();
  ends.push(server.close);
  return server;
}

describe('a program', () => {
  it.each([
    ['of SDK 1', sdk1Program(), '2025-11-25'],
    ['of SDK 2 for both eras', sdk2Program('serve'), '2026-07-28'],
    ['of SDK 2 for 2026-07-28 only', sdk2Program('reject'), '2026-07-28'],
  ])('%s is spoken to in the newest revision of both', async (_, options, revision) => {
    const { connection, registry } = await connect(options);
    expect(connection.revision).toBe(revision);
    expect(connection.server.name).toBe(revision === '2025-11-25' ? 'one' : 'two');
    expect(await registry.call('pid')).toMatch(/^\d+$/);
  });

  it('for both eras speaks the revision that is asked for', async () => {
    const { connection } = await connect({ ...sdk2Program('serve'), revision: '2025-11-25' });
    expect(connection.revision).toBe('2025-11-25');
    await expect(connectMcp({ ...sdk1Program(), revision: '2026-07-28' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    });
    await expect(connectMcp({ ...sdk2Program('reject'), revision: '2025-11-25' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    });
  });

  it('that does not answer unknown requests, or ends at one, is spoken to in an older revision', async () => {
    const tool = [listed('one')];
    const { connection } = await connect(rogueServer(`case 'server/discover': break;`, tool));
    expect(connection.revision).toBe('2025-06-18');
    const dies = rogueServer(`case 'server/discover': process.exit(1);`, tool);
    const { connection: second, registry } = await connect(dies);
    expect(second.revision).toBe('2025-06-18');
    expect(registry.listTools()).toHaveLength(1);
  });

  it('is started once', async () => {
    const started: string[] = [];
    const { registry } = await connect({
      ...rogueServer(
        `case 'tools/call': answer({ content: [{ type: 'text', text: String(process.pid) }] }); break;
         case 'server/discover': process.stderr.write('pid ' + process.pid + '\\n');
           send({ id, error: { code: -32601, message: 'no' } }); break;`,
        [listed('pid')],
      ),
      onStderr: (text: string) => started.push(text),
    });
    expect(started.join('')).toBe(`pid ${await registry.call('pid')}\n`);
  });
});

describe('a server of 2026-07-28 over HTTP', () => {
  it('has no sessions, and gets arguments as headers where it asks for them', async () => {
    const { url, requests } = await serve();
    const { connection, registry } = await connect({ url });
    expect(connection.revision).toBe('2026-07-28');
    expect(await registry.call('route', { region: 'Zürich' })).toBe('to Zürich');
    expect(requests.at(-1)).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'route',
      'mcp-param-region': `=?base64?${Buffer.from('Zürich').toString('base64')}?=`,
    });
    expect(requests.some((headers) => 'mcp-session-id' in headers)).toBe(false);
  });

  it('with an invalid declaration of headers costs only the tool that has it', async () => {
    const { url } = await serve();
    const properties = { n: { type: 'number', 'x-mcp-header': 'N' } };
    modernTools.extra = [{ name: 'bad', inputSchema: { type: 'object', properties } }];
    const { connection, registry, events } = await connect({ url });
    expect(registry.has('bad')).toBe(false);
    expect(registry.has('route')).toBe(true);
    expect(events).toEqual([
      expect.objectContaining({ type: 'warning', message: expect.stringContaining("The tool 'bad'") }),
    ]);
    const { tools } = await connection.request('tools/list');
    expect(tools).toContainEqual(expect.objectContaining({ name: 'bad' }));
  });

  it('asks the person within a call, and reports progress', async () => {
    const { url } = await serve();
    const asked: string[] = [];
    const { registry } = await connect({
      url,
      onElicit: async ({ message }) => {
        asked.push(message);
        // Longer than a stream without an answer is waited for.
        await new Promise((resolve) => setTimeout(resolve, 150));
        return { action: 'accept', content: { name: 'Ada' } };
      },
    });
    expect(await registry.call('ask')).toMatch(/^asked: accept .*"name":"Ada"/);
    expect(asked).toEqual(['Who?']);
    const progress: unknown[] = [];
    expect(await registry.call('count', {}, { onProgress: (value) => progress.push(value) })).toBe('counted');
    expect(progress).toEqual([{ progress: 1 }]);
    const { registry: mute } = await connect({ url });
    await expect(mute.call('ask')).rejects.toMatchObject({ code: 'TOOL_FAILED' });
  });

  it('reports changes of its tools to the subscription', async () => {
    const { url, notify } = await serve();
    const { registry, events } = await connect({ url });
    modernTools.extra = [{ name: 'new', inputSchema: { type: 'object' } }];
    notify.toolsChanged();
    await until(() => events.some(({ type }) => type === 'tools-change'));
    expect(registry.has('new')).toBe(true);
  });

  it('is refused if an older revision is asked for', async () => {
    const { url } = await serve();
    await expect(connectMcp({ url, revision: '2025-11-25' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('2026-07-28'),
    });
  });
});
