/** Our MCP server with the clients of other projects, and our client with a server of one, as they come from npm. They need Node 24. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bundle, bundle } from '../../packages/mcp/src/bundle.test.support.js';
import { connectMcp } from '../../packages/mcp/src/client/connect-mcp.js';
import { serveMcp } from '../../packages/mcp/src/serve-mcp.js';
import type { McpService } from '../../packages/mcp/src/service.js';
import { createTools } from '../../packages/mcp/src/tools.test.fixture.js';
import { ToolRegistry } from '../../packages/tools/src/index.js';

const NODE = ['node@24.21.0'];
const PEERS = [
  '@modelcontextprotocol/inspector@2.12.0',
  '@ai-sdk/mcp@2.0.99',
  '@mastra/mcp@2.0.0',
  '@mastra/core@1.71.0',
  'zod@4.6.7',
];
const TOKEN = 's3cret';
const INSTALL_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-peers-'));
const node = join(folder, 'node/node_modules/.bin/node');
const peers = join(folder, 'peers');
const inspector = join(peers, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
let service: McpService;
let program: Bundle;

beforeAll(async () => {
  install('node', NODE);
  // Their install scripts would fetch more.
  install('peers', ['--ignore-scripts', ...PEERS]);
  program = await bundle(
    new URL('../../packages/mcp/src/stdio/stdio-server.test.fixture.ts', import.meta.url),
  );
  service = await serveMcp(createTools(), { contextFor: () => undefined, http: { token: TOKEN } });
}, INSTALL_MS);

afterAll(async () => {
  program.remove();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function install(name: string, packages: readonly string[]): void {
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', join(folder, name)];
  execFileSync('npm', [...args, ...packages], { stdio: 'pipe' });
}

async function run(args: readonly string[]): Promise<unknown> {
  const { PATH = '' } = process.env;
  const options = { cwd: peers, env: { PATH, HOME: folder, NO_COLOR: '1' } };
  const { stdout } = await promisify(execFile)(node, [...args], options);
  return JSON.parse(stdout);
}

/** Runs a module that prints JSON. */
function runModule(code: string): Promise<unknown> {
  const file = join(peers, 'program.mjs');
  writeFileSync(file, code);
  return run([file]);
}

const SUM = { structuredContent: { result: 5 } };

describe('the command line of the Inspector', () => {
  const call = ['--method', 'tools/call', '--tool-name', 'add', '--tool-arg', 'a=2', 'b=3'];

  it('lists and calls our tools over HTTP', async () => {
    const target = [service.url ?? '', '--transport', 'http', '--header', `Authorization: Bearer ${TOKEN}`];
    const list = await run([inspector, '--cli', ...target, '--method', 'tools/list']);
    expect(list).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'add' })]),
    });
    expect(await run([inspector, '--cli', ...target, ...call])).toMatchObject(SUM);
  });

  it('calls our tools over standard input and output', async () => {
    const target = [process.execPath, program.program];
    expect(await run([inspector, '--cli', ...target, ...call])).toMatchObject(SUM);
  });
});

describe('@ai-sdk/mcp', () => {
  const use = (imports: string, transport: string): Promise<unknown> =>
    runModule(`
      import { createMCPClient } from '@ai-sdk/mcp';
      ${imports}
      const client = await createMCPClient({ transport: ${transport} });
      const { add } = await client.tools();
      const result = await add.execute({ a: 2, b: 3 }, { messages: [], toolCallId: 'a' });
      await client.close();
      console.log(JSON.stringify(result));`);

  it('calls our tools over HTTP', async () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const transport = JSON.stringify({ type: 'http', url: service.url, headers });
    expect(await use('', transport)).toMatchObject(SUM);
  });

  it('calls our tools over standard input and output', async () => {
    const options = JSON.stringify({
      command: process.execPath,
      args: [program.program],
      stderr: 'ignore',
    });
    const imports = "import { Experimental_StdioMCPTransport as Stdio } from '@ai-sdk/mcp/mcp-stdio';";
    expect(await use(imports, `new Stdio(${options})`)).toMatchObject(SUM);
  });
});

describe('@mastra/mcp', () => {
  it.each(['http', 'stdio'])('calls our tools over %s', async (transport) => {
    const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
    const options =
      transport === 'http'
        ? `{ url: new URL('${service.url}'), requestInit: ${JSON.stringify(requestInit)} }`
        : JSON.stringify({ command: process.execPath, args: [program.program] });
    const result = await runModule(`
        import { MCPClient } from '@mastra/mcp';
        const client = new MCPClient({ servers: { ours: ${options} } });
        const { ours_add: add } = await client.listTools();
        const result = await add.execute({ a: 2, b: 3 }, {});
        await client.disconnect();
        console.log(JSON.stringify(result));`);
    expect(result).toEqual({ result: 5 });
  });

  it('serves tools to our client', async () => {
    const file = join(peers, 'server.mjs');
    writeFileSync(
      file,
      `import { createTool } from '@mastra/core/tools';
         import { MCPServer } from '@mastra/mcp';
         import { z } from 'zod';
         const add = createTool({
           id: 'add',
           description: 'Adds.',
           inputSchema: z.object({ a: z.number(), b: z.number() }),
           outputSchema: z.object({ sum: z.number() }),
           execute: async ({ a, b }) => ({ sum: a + b }),
         });
         await new MCPServer({ name: 'peer', version: '1.0.0', tools: { add } }).startStdio();`,
    );
    const connection = await connectMcp({ command: node, args: [file], cwd: peers });
    try {
      const registry = new ToolRegistry();
      connection.addTo(registry);
      expect(connection.revision).toBe('2026-07-28');
      expect(await registry.execute('add', { a: 2, b: 3 })).toEqual({ result: { sum: 5 }, error: null });
      expect(await registry.execute('add', { a: 2 })).toMatchObject({
        error: expect.stringContaining('b is required'),
      });
    } finally {
      await connection.close();
    }
  });
});
