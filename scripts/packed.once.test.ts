/**
 * The path of most users, without the registry: the packed packages in a project, codegen, tsc, a program. Other packages come from the
 * workspace. The tests in `scripts/installed` let npm install everything.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
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
import { codeBlocks } from './code-blocks.js';
import { packedArchives } from './packed.mjs';
import { packages } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-packed-')));
const modules = join(project, 'node_modules');

beforeAll(async () => {
  const folders = new Map<string, string>(
    packages().map((path: string) => [manifestOf(join(root, path)).name, join(root, path)]),
  );
  for (const archive of await packedArchives()) unpack(archive, folders);
  link(join(root, 'node_modules/@types/node'), join(modules, '@types/node'));
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

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
}, 120_000);

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
}, 120_000);

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
