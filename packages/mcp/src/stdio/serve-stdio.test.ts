import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type Bundle, bundle } from '../bundle.test.support.js';
import { connectMcp } from '../client/connect-mcp.js';

let server: Bundle;
let resources: Bundle;

beforeAll(async () => {
  server = await bundle(new URL('stdio-server.test.fixture.ts', import.meta.url));
  resources = await bundle(new URL('resources-server.test.fixture.ts', import.meta.url));
});
afterAll(() => {
  server.remove();
  resources.remove();
});

it('serves over standard input and output although the program prints', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server.program],
    env: { CHATTY: '1' },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  await client.connect(transport);
  expect((await client.listPrompts()).prompts).toHaveLength(3);
  expect(await client.callTool({ name: 'add', arguments: { a: 1 } })).toMatchObject({
    structuredContent: { result: 2 },
  });
  await client.close();
  expect(errors).toEqual([]);
  expect(stderr).toMatch(/^loading\nwith\nlines/);
});

it('ends with standard input, and prints nothing else until then', async () => {
  const child = spawn(process.execPath, [server.program], { stdio: ['pipe', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } } })}\n`,
  );
  await once(child.stdout, 'data');
  child.stdin.end();
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  const [answer, rest] = stdout.split('\n');
  expect(JSON.parse(answer ?? '')).toMatchObject({ id: 1, result: { serverInfo: { name: 'toolwright' } } });
  expect(rest).toBe('');
});

it('ends when its output is closed', async () => {
  const child = spawn(process.execPath, [server.program], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdout.destroy();
  const ping = () => child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  child.stdin.on('error', () => undefined);
  const timer = setInterval(ping, 20);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  expect(code).toBe(0);
});

it.each(['2026-07-28', '2025-11-25'] as const)(
  'reports changes of resources to those who follow them, in revision %s',
  async (revision) => {
    const connection = await connectMcp({ command: process.execPath, args: [resources.program], revision });
    const touch = connection.tools.find(({ name }) => name === 'touch');
    const change = async (uri: string) => touch?.execute({ uri } as never, CONTEXT);
    const seen: string[] = [];
    const followed = new Promise<void>((resolve) => {
      void connection
        .subscribe('handbook://pages/holidays', (uri) => {
          seen.push(uri);
          resolve();
        })
        .then(() => change('handbook://logo'))
        .then(() => change('handbook://pages/holidays'));
    });
    await followed;
    expect(seen).toEqual(['handbook://pages/holidays']);
    await connection.close();
  },
);

const CONTEXT = { signal: new AbortController().signal, progress: () => undefined } as never;
