import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../../../scripts/workspace-sources.mjs';
import { createScratch, removeScratch, runCli } from '../../cli.test.support.js';

const packageFolder = fileURLToPath(new URL('../../../..', import.meta.url));

const REGISTRY = `
  const specs = [{
    name: 'greet', description: 'Greets.', annotations: { readOnly: true },
    parameters: { type: 'object', properties: {} }, source: { file: 'x.ts', line: 1 },
  }];
  console.log('the module prints');
  export const registry = {
    listTools: () => specs,
    execute: async (name, args, { context }) => {
      console.log('the tool prints');
      return { result: 'hello ' + context, error: null };
    },
  };
  export const contextFor = ({ tool, headers }) => tool + JSON.stringify(headers);
  export const prompts = () => ({ listPrompts: () => ['hi'], render: () => 'Say hi.' });
`;

const folder = createScratch({
  'package.json': '{ "type": "module", "version": "1.2.3" }',
  'registry.js': REGISTRY,
});
const program = path.join(folder, 'dist/cli/run.mjs');

beforeAll(async () => {
  await build({
    stdin: {
      contents: "import { runProcess } from './src/cli/process/run-process.ts'; runProcess();",
      resolveDir: packageFolder,
    },
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources({ external: ['codegen', 'import'] })],
  });
});
afterAll(removeScratch);

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program, 'mcp', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  return { child, output };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe('toolwright mcp', () => {
  it('writes only messages of the protocol to standard output', async () => {
    const { child, output } = start([
      '--registry',
      'registry.js#registry',
      '--prompts',
      'registry.js#prompts',
      '--context',
      'registry.js#contextFor',
    ]);
    const requests = [
      INITIALIZE,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'greet' } },
      { jsonrpc: '2.0', id: 3, method: 'prompts/get', params: { name: 'hi' } },
    ];
    child.stdin.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
    while (output.stdout.trim().split('\n').length < 3) await once(child.stdout, 'data');
    child.stdin.end();
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    const answers = output.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(Object.fromEntries(answers.map(({ id, result }) => [id, result]))).toEqual({
      1: expect.objectContaining({ serverInfo: expect.objectContaining({ name: 'toolwright' }) }),
      2: { content: [{ type: 'text', text: 'hello greet{}' }] },
      3: { messages: [{ role: 'user', content: { type: 'text', text: 'Say hi.' } }] },
    });
    expect(output.stderr).toBe('the module prints\nthe tool prints\n');
  });

  it('serves over HTTP with the token from the environment, until it is stopped', async () => {
    const { child, output } = start(['--registry', 'registry.js#registry', '--http', '0', '--name', 'shop'], {
      TOOLWRIGHT_MCP_TOKEN: 's3cret',
    });
    while (!output.stderr.includes('\n')) await once(child.stderr, 'data');
    const url = /Serving at (\S+)/.exec(output.stderr)?.[1] ?? '';
    const post = (authorization: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: authorization,
        },
        body: JSON.stringify(INITIALIZE),
      });
    expect((await post('Bearer other')).status).toBe(401);
    expect(await (await post('Bearer s3cret')).text()).toContain('"name":"shop"');
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });

  it('refuses an empty token and a port in use, in one line each', async () => {
    const empty = start(['--registry', 'registry.js#registry', '--http', '0'], { TOOLWRIGHT_MCP_TOKEN: ' ' });
    expect(await once(empty.child, 'close')).toEqual([1, null]);
    expect(empty.output.stderr).toBe(
      'error INVALID_CONFIG: TOOLWRIGHT_MCP_TOKEN is empty.\n' +
        '  fix: Set it to a secret, or unset it to serve all clients on this machine.\n',
    );
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = start(['--registry', 'registry.js#registry', '--http', String(port)]);
    expect(await once(taken.child, 'close')).toEqual([1, null]);
    other.close();
    expect(taken.output.stderr).toBe(
      `error INVALID_CONFIG: Port ${port} is in use.\n  fix: Choose another port, or 0 for a free one.\n`,
    );
  });

  it('reports errors before it serves anything', async () => {
    const run = (...args: string[]) => runCli(['mcp', ...args], { cwd: folder });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--registry') });
    expect(await run('--registry', 'registry.js#registry', '--http', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A port must be a number from 0 to 65535.'),
    });
    const { child, output } = start(['--registry', 'registry.js#nothing']);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining("registry.js has no export 'nothing'."),
    });
    const prompts = start(['--registry', 'registry.js#registry', '--prompts', 'registry.js#registry']);
    expect(await once(prompts.child, 'close')).toEqual([1, null]);
    expect(prompts.output.stderr).toContain("The export 'registry' in registry.js is not a PromptRegistry.");
  });
});
