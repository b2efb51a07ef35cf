/** The packed packages on every runtime of docs/runtimes.md: a registry, an agent, and an agent with the OpenAI client. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { build } from 'esbuild';
import {
  describeInBrowser,
  IN_BROWSER,
  launch,
} from '../../packages/studio/page/test/browser.test.support.js';
import { agentArchives } from './agent-archives.js';
import { runShell } from './run-shell.js';
import { ANSWERS, CALL, EDGE, workerdConfig, writeProject } from './runtime-project.js';

const PACKAGES = [
  'typescript@6.0.3',
  '@types/node@20.19.0',
  'deno@2.9.6',
  'bun@1.4.5',
  'workerd@1.20261117.1',
  'edge-runtime@4.0.1',
];

const folder = mkdtempSync(join(tmpdir(), 'toolwright-runtimes-'));
const model = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
let modelUrl = '';

const VARIANTS = ['interpreted', 'precompiled'] as const;

beforeAll(async () => {
  const archives = await agentArchives();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  await succeed(`npm install --ignore-scripts ${[...archives, ...PACKAGES].join(' ')}`, folder);
  for (const variant of VARIANTS) {
    const project = join(folder, variant);
    writeProject(project);
    const options = variant === 'precompiled' ? '--validators' : '';
    await succeed(`npx --no-install toolwright codegen ${options} && npx --no-install tsc`, project);
    await bundle(project, 'worker');
    await bundle(project, 'global');
  }
  writeFileSync(join(folder, 'edge.cjs'), EDGE);
  model.on({ hasToolResult: false }, { toolCalls: [CALL] });
  model.on({ toolResultContains: 'Oslo, 1769851800000, 3 days: sun' }, { content: ANSWERS.client.text });
  modelUrl = `${await model.start()}/v1`;
});

afterAll(async () => {
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
});

// M2, M3
describe.each(VARIANTS)('a program with %s schemas', (variant) => {
  const project = join(folder, variant);

  it.each([
    ['Node.js', () => 'node dist/main.js'],
    ['Node.js without generated code', () => 'node --disallow-code-generation-from-strings dist/main.js'],
    ['Bun', () => `${binary('@oven', 'bin/bun')} run dist/main.js`],
    ['Bun, from TypeScript', () => `${binary('@oven', 'bin/bun')} run src/main.ts`],
    // The SDK of OpenAI reads variables of its own.
    ['Deno', () => `${deno()} --allow-net=127.0.0.1 '--allow-env=OPENAI_*' dist/main.js`],
  ])('runs on %s', async (_, command) => {
    expect(JSON.parse(await succeed(`${command()} ${modelUrl}`, project))).toEqual(ANSWERS);
  });

  it('runs its tools on Deno without permissions', async () => {
    expect(JSON.parse(await succeed(`${deno()} dist/registry.js`, project))).toEqual(ANSWERS.registry);
  });

  it('runs on the edge runtime of Vercel', async () => {
    expect(JSON.parse(await succeed(`node ../edge.cjs bundles/global.js ${modelUrl}`, project))).toEqual(
      ANSWERS,
    );
  });
});

// M3
describe.each([
  ['without Node.js', []],
  ['with nodejs_compat', ['nodejs_compat']],
] as const)('workerd %s', (_name, flags) => {
  it('runs the program with interpreted and with precompiled schemas', async () => {
    const workers = await Promise.all(
      VARIANTS.map(async (name) => ({
        name,
        bundle: `${name}/bundles/worker.js`,
        flags,
        port: await freePort(),
      })),
    );
    const config = `workerd${flags.length}.capnp`;
    writeFileSync(join(folder, config), workerdConfig(workers));
    const workerd = spawn(binary('@cloudflare', 'bin/workerd'), ['serve', config], {
      cwd: folder,
      stdio: 'ignore',
    });
    try {
      for (const { port } of workers) expect(await ask(workerd, port)).toEqual(ANSWERS);
    } finally {
      workerd.kill('SIGKILL');
    }
  });
});

// M3
describeInBrowser(IN_BROWSER, () => {
  it.each(VARIANTS)('a page runs the program with %s schemas and a `fetch` of its own', async (variant) => {
    const server = await servePage(join(folder, variant, 'bundles/global.js'));
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(addressOf(server));
      const answers = await page.evaluate(
        'answers(location.origin + "/v1", (url, options) => fetch(url, options))',
      );
      expect(answers).toEqual(ANSWERS);
      await page.reload();
      const refused = page.evaluate('answers(location.origin + "/v1")');
      await expect(refused).rejects.toThrow('In a browser, everyone can read the key of a client.');
    } finally {
      await browser.close();
      server.close();
    }
  });
});

async function bundle(project: string, name: 'worker' | 'global'): Promise<void> {
  await build({
    entryPoints: [join(project, `dist/${name}.js`)],
    outfile: join(project, `bundles/${name}.js`),
    bundle: true,
    format: name === 'worker' ? 'esm' : 'iife',
    platform: 'browser',
    conditions: name === 'worker' ? ['workerd', 'worker', 'module'] : ['module'],
    nodePaths: [],
    logLevel: 'error',
  });
}

/** Finds a program in the package of this platform. The scripts of the packages would move it. */
function binary(scope: string, path: string): string {
  const installed = readdirSync(join(folder, 'node_modules', scope)).find((name) => !name.endsWith('-musl'));
  if (installed === undefined) throw new Error(`There is no package of ${scope} for this platform.`);
  return join(folder, 'node_modules', scope, installed, path);
}

function deno(): string {
  return `DENO_NO_UPDATE_CHECK=1 ${binary('@deno', 'deno')} run --no-prompt`;
}

async function succeed(script: string, cwd: string): Promise<string> {
  const { code, output } = await runShell(script, cwd);
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`);
  return output;
}

/** Asks a worker that is starting. */
async function ask(workerd: ChildProcess, port: number): Promise<unknown> {
  for (let attempt = 0; attempt < 200 && workerd.exitCode === null; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/?model=${encodeURIComponent(modelUrl)}`).catch(
      () => undefined,
    );
    if (response !== undefined) return response.json();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`workerd does not answer on port ${port}.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Serves a page that may not generate code, and passes its requests on to the model. */
async function servePage(script: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html');
      response.setHeader('content-security-policy', "script-src 'self'");
      response.end('<!doctype html><script src="/page.js"></script>');
    } else if (request.url === '/page.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(script));
    } else {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk);
      const headers = { 'content-type': 'application/json' };
      const url = new URL(request.url ?? '', modelUrl);
      const reply = await fetch(url, { method: 'POST', headers, body: Buffer.concat(body) });
      response.setHeader('content-type', reply.headers.get('content-type') ?? '');
      response.end(Buffer.from(await reply.arrayBuffer()));
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
