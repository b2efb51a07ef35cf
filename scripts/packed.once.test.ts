/**
 * The path of most users, without the registry: the packed packages in a project, codegen, tsc, a program. Other packages come from the
 * workspace. The tests in `scripts/installed` let npm install everything.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSize, PROGRAMS, printSize } from './bundle-sizes.mjs';
import { codeBlocks } from './code-blocks.js';
import { packedArchives } from './packed.mjs';
import { packages } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-packed-')));
const modules = join(project, 'node_modules');

/** One answer of OpenAI, and a provider whose SDK is not installed. */
const AGENT = `import { Agent, createClient } from 'toolwright';
const message = { role: 'assistant', content: 'Sun.' };
const body = { id: '1', object: 'chat.completion', created: 1, model: 'gpt-4o', choices: [{ index: 0, finish_reason: 'stop', message }] };
const runtime = { fetch: async () => Response.json(body) };
const llmClient = createClient({ provider: 'openai', model: 'gpt-4o', apiKey: 'key', runtime });
const { status, finalResponse } = await new Agent({ llmClient }).run('Weather?');
const other = async () => createClient({ provider: 'groq', model: 'm', apiKey: 'key', runtime }).generate([{ role: 'user', content: 'Hi' }]);
console.log(JSON.stringify([status, finalResponse, await other().catch(({ code }) => code)]));
`;

const compiler = `({
  mode: 'development', devtool: false, target: 'node20', context: process.cwd(), entry: './agent.mjs',
  output: { path: process.cwd(), filename: 'bundle.mjs', module: true }, experiments: { outputModule: true },
}, (error, stats) => console.log(error ?? stats.toString({ all: false, errors: true, warnings: true })))`;

const BUILDS = {
  esbuild: `await bundler.build({ entryPoints: ['agent.mjs'], outfile: 'bundle.mjs', bundle: true, platform: 'node', format: 'esm' })`,
  rolldown: `await bundler.build({ input: 'agent.mjs', platform: 'node', output: { file: 'bundle.mjs', codeSplitting: false } })`,
  vite8: `await bundler.build({
    logLevel: 'warn', ssr: { noExternal: true },
    build: { ssr: 'agent.mjs', outDir: '.', emptyOutDir: false, rolldownOptions: { output: { entryFileNames: 'bundle.mjs', codeSplitting: false } } },
  })`,
  webpack: `bundler.default${compiler}`,
  '@rspack/core': `bundler.rspack${compiler}`,
};

const NAMES = /anthropic|@google|groq|ollama|opentelemetry/;

beforeAll(async () => {
  const folders = new Map<string, string>(
    packages().map((path: string) => [manifestOf(join(root, path)).name, join(root, path)]),
  );
  for (const archive of await packedArchives()) unpack(archive, folders);
  link(join(root, 'node_modules/@types/node'), join(modules, '@types/node'));
  // A peer of @toolwright/llm, which npm puts beside it.
  link(join(root, 'packages/toolwright/node_modules/openai'), join(modules, 'openai'));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('the packed packages hold their sources, but no tests', () => {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  expect(files).toContain(join('@toolwright', 'core', 'src', 'index.ts'));
  expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
});

it('the packed packages generate schemas, type-check and run the program of the README', () => {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
  };
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  const blocks = codeBlocks(join(root, 'README.md'));
  for (const { file, text } of blocks) write(file, text);
  node(join(modules, 'toolwright/bin/toolwright.js'), 'codegen');
  node(join(root, 'node_modules/typescript/bin/tsc'));
  const program = blocks.find(({ output }) => output !== undefined);
  expect(node(program?.file.replace('src/', 'dist/').replace(/ts$/, 'js') ?? '')).toBe(program?.output);
});

// N3
it('the packed migration compares schemas with those of Zod', () => {
  for (const name of ['ai', 'zod'])
    link(join(root, 'packages/import/node_modules', name), join(modules, name));
  const text = `import { tool } from 'ai';
import { z } from 'zod';
export const find = tool({ description: 'Finds.', inputSchema: z.object({ text: z.string().min(2) }), execute: async ({ text }) => text });
`;
  write('migrated/tools.ts', text);
  write('migrated/package.json', JSON.stringify({ private: true, type: 'module' }));
  const compilerOptions = { target: 'es2023', module: 'nodenext', strict: true, skipLibCheck: true };
  write('migrated/tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const args = ['migrate', 'zod', '--dry-run', '--project', 'migrated/tsconfig.json'];
  expect(node(join(modules, 'toolwright/bin/toolwright.js'), ...args)).toContain(
    '1 of 1 have the same JSON Schema',
  );
});

// K1
it('the packed Studio starts a program and calls its tools', async () => {
  write(
    'studio.mjs',
    `export const registry = {
      listTools: () => [{ name: 'add', description: '', parameters: { type: 'object', properties: {} }, annotations: { readOnly: true }, source: { file: '', line: 1 } }],
      execute: async (name, { a, b }) => ({ result: a + b, error: null }),
    };`,
  );
  const bin = join(modules, 'toolwright/bin/toolwright.js');
  const studio = spawn(process.execPath, [bin, 'dev', '--registry', 'studio.mjs#registry'], { cwd: project });
  try {
    let printed = '';
    for await (const data of studio.stdout) {
      printed += data;
      if (printed.includes('\n')) break;
    }
    const [, url = '', token = ''] = /^Studio: (.*)#token=(.*)\n/.exec(printed) ?? [];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = async (address: string, sent: RequestInit = {}) =>
      (await fetch(`${url}api/${address}`, { headers, ...sent })).json();
    while ((await ask('studio')).program.status !== 'ready')
      await new Promise((resolve) => setTimeout(resolve, 50));
    await ask('calls', { method: 'POST', body: '{"tool":"add","arguments":{"a":1,"b":2}}' });
    let calls = (await ask('calls')).calls;
    while (calls[0].end === undefined) calls = (await ask('calls')).calls;
    expect(calls[0].end.result).toBe(3);
  } finally {
    studio.kill();
  }
});

// M5
it.each(Object.entries(BUILDS))(
  '%s bundles an agent without settings or warnings for the providers that it does not use',
  (bundler, build) => {
    write('agent.mjs', AGENT);
    const from = JSON.stringify(join(root, 'packages/unplugin/package.json'));
    write(
      'build.mjs',
      `import { createRequire } from 'node:module';
      import { pathToFileURL } from 'node:url';
      const bundler = await import(pathToFileURL(createRequire(${from}).resolve('${bundler}')));
      ${build};`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, ['build.mjs'], {
      cwd: project,
      encoding: 'utf8',
    });
    const printed = stdout + stderr;
    expect({ printed, status }).toEqual({ printed: expect.not.stringMatching(NAMES), status: 0 });
    expect(JSON.parse(node('bundle.mjs'))).toEqual(['completed', 'Sun.', 'MISSING_PACKAGE']);
  },
);

// M4
it.each(Object.entries(PROGRAMS))('%s: the bundle keeps its budget', async (name, program) => {
  const size = await bundleSize(project, program);
  process.stdout.write(`${printSize(name, size)}\n`);
  expect(size.gzip).toBeLessThanOrEqual(program.budget);
  expect(Object.keys(size.packages)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(ajv|refa|undici)$/)]),
  );
});

/** Unpacks a package so that it finds only the dependencies that its manifest declares. */
function unpack(archive: string, folders: ReadonlyMap<string, string>): void {
  const draft = mkdtempSync(join(project, 'draft-'));
  execFileSync('tar', ['-xzf', archive, '-C', draft]);
  const { name, dependencies = {} } = manifestOf(join(draft, 'package'));
  const folder = join(modules, name);
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(join(draft, 'package'), folder);
  for (const dependency of Object.keys(dependencies)) {
    if (!folders.has(dependency))
      link(
        join(folders.get(name) ?? '', 'node_modules', dependency),
        join(folder, 'node_modules', dependency),
      );
  }
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(realpathSync(target), path, 'junction');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

function node(...args: string[]): string {
  const { PATH, HOME } = process.env;
  return execFileSync(process.execPath, args, {
    cwd: project,
    env: { PATH, HOME, NO_COLOR: '1' },
    encoding: 'utf8',
    stdio: 'pipe',
  });
}
