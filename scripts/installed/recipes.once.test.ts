/** Follows the pages of docs/recipes that have commands, with the packed packages: files, commands and output are those of the page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LLMock } from '@copilotkit/aimock';
import { agentArchives } from './agent-archives.js';
import { type RecipePage, readRecipe, type Step } from './recipe-page.js';
import { runShell } from './run-shell.js';

/** The versions that the pages are tested with. */
const VERSIONS: Readonly<Record<string, string>> = {
  typescript: '7.0.2',
  // The last release for Node.js 20.
  wrangler: '4.86.0',
  '@types/node': '20.19.0',
  hono: '4.13.19',
  '@hono/node-server': '2.1.8',
  express: '5.3.0',
  '@types/express': '5.0.6',
  fastify: '5.12.8',
  zod: '4.6.7',
  '@electric-sql/pglite-pgvector': '0.0.15',
  '@opentelemetry/api': '1.9.1',
  '@opentelemetry/sdk-trace-node': '2.12.1',
  '@opentelemetry/exporter-trace-otlp-proto': '0.223.1',
  // Programs that the reader has.
  deno: '2.9.6',
  bun: '1.4.5',
};
const PROGRAMS = ['deno', 'bun'];

const pagesFolder = fileURLToPath(new URL('../../docs/recipes', import.meta.url));
const chosen = process.env.DOCS?.split(',').map((name) => name.replace('recipes/', ''));
const pages = readdirSync(pagesFolder)
  .map((name) => ({ name: name.replace(/\.md$/, ''), ...readRecipe(join(pagesFolder, name)) }))
  .filter(({ name, isFollowed }) => isFollowed && (chosen?.includes(name) ?? true));

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-recipes-')));
const servers: ChildProcess[] = [];
const model = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });

beforeAll(async () => {
  const programs = PROGRAMS.filter((name) => pages.some(({ steps }) => steps.some(runs(name))));
  const packages = new Set([...pages.flatMap((page) => page.packages), ...programs]);
  const pinned = [...packages].map((name) => `${name}@${VERSIONS[name] ?? 'is-not-in-VERSIONS'}`);
  const command = `npm init --yes && npm install --silent ${[...(await agentArchives()), ...pinned].join(' ')}`;
  expect(await runShell(command, folder)).toMatchObject({ code: 0 });
});

/** A backend of OpenTelemetry. */
const spans: { readonly path: string; readonly key: unknown; readonly body: string }[] = [];
const backend = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString('latin1');
  spans.push({ path: request.url ?? '', key: request.headers.authorization, body });
  response.end();
}).listen(0, '127.0.0.1');

const SPANS = {
  path: '/otel/v1/traces',
  key: 'Basic a2V5',
  body: expect.stringContaining('invoke_agent helper'),
};

beforeAll(() => model.start());

afterEach(() => {
  for (const { pid } of servers.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
});

afterAll(async () => {
  await model.stop();
  backend.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(pages)('the recipe $name', (page) => {
  it('runs as the page says, and prints what the page shows', async () => {
    const home = join(folder, page.name);
    const ports = await freePorts(page);
    script(page);
    const env = {
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: home,
      CI: 'true',
      // Wrangler passes variables on to the Worker.
      CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
      OPENAI_API_KEY: 'a-key',
      OPENAI_BASE_URL: `${model.url}/v1`,
      AZURE_OPENAI_ENDPOINT: model.url,
      AZURE_OPENAI_API_KEY: 'a-key',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(backend)}/otel`,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20a2V5',
    };
    write(home, 'package.json', '{ "private": true, "type": "module" }');
    for (const step of page.steps) {
      if (step.kind === 'file') write(home, step.file, ports.used(step.text));
      else if (step.kind === 'server') servers.push(start(ports.used(step.script), home, env));
      else {
        await Promise.all(servers.length === 0 ? [] : ports.of(step.script).map(untilOpen));
        // Programs of packages are in the PATH. npx would start another process of npm for each, and the other tests run it.
        const used = ports.used(step.script).replaceAll('npx ', '');
        const { code, output } = await runShell(used, home, env);
        expect({ script: step.script, code, output: ports.shown(output) }).toEqual({
          script: step.script,
          code: 0,
          output: step.output === undefined ? expect.anything() : like(step.output),
        });
      }
    }
    if (page.name === 'telemetry') expect(spans.at(-1)).toEqual(SPANS);
  });
});

function runs(program: string): (step: Step) => boolean {
  return (step) => step.kind !== 'file' && step.script.startsWith(`${program} `);
}

/** A line `…` matches any lines, and `…` within a line any characters of it. */
function like(expected: string): unknown {
  if (!expected.includes('…')) return expected;
  const escaped = expected.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return expect.stringMatching(`^${escaped.replaceAll(/^…\n/gm, '[^]*').replaceAll('…', '.*')}$`);
}

/** The model replies in the order of the page, whatever the question. */
function script({ replies }: RecipePage): void {
  model.reset();
  model.on({ endpoint: 'embedding' }, ({ embeddingInput = '' }) => ({
    embedding: embeddingOf(embeddingInput),
  }));
  for (const [turnIndex, reply] of replies.entries()) {
    const calls = typeof reply === 'string' ? [] : reply.toolCalls;
    const toolCalls = calls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) }));
    model.on({ turnIndex }, typeof reply === 'string' ? { content: reply } : { toolCalls });
  }
}

/** Texts with the same words are near each other. */
function embeddingOf(text: string): number[] {
  const embedding = Array<number>(1536).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) {
    const place = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % embedding.length, 7);
    embedding[place] = (embedding[place] ?? 0) + 1;
  }
  return embedding;
}

/** Gives each port of a page a free one, because other programs may use those of the page. */
async function freePorts({ steps }: RecipePage) {
  const texts = steps.map((step) => (step.kind === 'file' ? step.text : step.script));
  const named = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:localhost|127\.0\.0\.1):(\d+)/g)].map(([, port = '']) => port),
    ),
  );
  const free = new Map<string, string>();
  for (const port of named) free.set(port, String(await freePort()));
  const replace = (text: string, pairs: Iterable<readonly [string, string]>) =>
    [...pairs].reduce((rest, [from, to]) => rest.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to), text);
  return {
    used: (text: string) => replace(text, free),
    shown: (text: string) =>
      replace(
        text,
        [...free].map(([shown, used]) => [used, shown] as const),
      ),
    of: (text: string) =>
      [...free].filter(([port]) => text.includes(`:${port}`)).map(([, port]) => Number(port)),
  };
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port; // of a server that listens on TCP
}

/** In a process group of its own, so that its children end with it. */
function start(script: string, cwd: string, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn('bash', ['-e', '-c', script], { cwd, env, detached: true, stdio: 'ignore' });
}

async function untilOpen(port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('close', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No server of the page listens on port ${port}.`);
}

function write(home: string, file: string, text: string): void {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
}
