/** Many subscriptions at once, and servers that refuse them. */
import { createHandbook } from '../resources.test.fixture.js';
import { serveMcp } from '../serve-mcp.js';
import { connectMcp } from './connect-mcp.js';
import type { McpRevision } from './connect-options.js';
import type { McpConnection } from './mcp-connection.js';
import { rogueServer } from './rogue-server.test.support.js';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(maxSessions: number) {
  const { registry } = createHandbook();
  const service = await serveMcp(registry, { contextFor: () => 'Ada', http: { maxSessions } });
  ends.push(() => service.close());
  const connect = async (revision: McpRevision): Promise<McpConnection> => {
    const connection = await connectMcp({ url: service.url ?? '', revision });
    ends.push(() => connection.close());
    return connection;
  };
  return { registry, connect };
}

const REVISIONS: McpRevision[] = ['2026-07-28', '2025-11-25'];

describe.each(REVISIONS)('in revision %s', (revision) => {
  it('hears of each change once, also after many subscriptions at once', async () => {
    const { registry, connect } = await start(6);
    const connection = await connect(revision);
    const uris = Array.from({ length: 30 }, (_, index) => `handbook://pages/${index}`);
    const heard: string[] = [];
    const stops = await Promise.all(uris.map((uri) => connection.subscribe(uri, (one) => heard.push(one))));
    const change = async (uri: string): Promise<void> => {
      registry.resourceChanged(uri);
      while (!heard.includes(uri)) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (const uri of uris) await change(uri);
    expect(heard).toEqual(uris);
    // All at once again, except for the last one.
    await Promise.all(stops.slice(0, -1).map((stop) => stop()));
    heard.length = 0;
    for (const uri of uris.slice(0, -1)) registry.resourceChanged(uri);
    await change('handbook://pages/29');
    expect(heard).toEqual(['handbook://pages/29']);
    // The places of the others are free.
    await (await connect(revision)).subscribe('handbook://pages', () => undefined);
  });
});

it('rejects if the server has no room for the subscription, and goes on with the others', async () => {
  const { registry, connect } = await start(2);
  const [one, two] = [await connect('2026-07-28'), await connect('2026-07-28')];
  // Each follows the tools; there is no place left.
  await expect(one.subscribe('handbook://pages', () => undefined)).rejects.toMatchObject({
    name: 'ToolwrightError',
  });
  await two.close();
  const heard: string[] = [];
  const subscribe = () => one.subscribe('handbook://pages', (uri) => heard.push(uri));
  // The server notices the end a little later.
  while (!(await subscribe().catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 20));
  registry.resourceChanged('handbook://pages');
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

it('rejects for everyone who waits for a subscription that is refused', async () => {
  const server = rogueServer(`case 'initialize':
    answer({ protocolVersion: '2025-11-25', capabilities: { resources: { subscribe: true } },
      serverInfo: { name: 'rogue', version: '1' } });
    break;
    case 'resources/subscribe': setTimeout(() => send({ id, error: { code: -32603, message: 'No.' } }), 50); break;`);
  const connection = await connectMcp({ ...server, revision: '2025-11-25' });
  ends.push(() => connection.close());
  const both = [1, 2].map(() => connection.subscribe('a://b', () => undefined));
  const results = await Promise.allSettled(both);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
