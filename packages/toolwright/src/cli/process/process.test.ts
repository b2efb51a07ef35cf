import { spawn } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../../scripts/workspace-sources.mjs';
import { createScratch, removeScratch } from '../cli.test.support.js';

const packageFolder = fileURLToPath(new URL('../../..', import.meta.url));
const require = createRequire(import.meta.url);

/** A copy of the package whose dist is built from the current sources. */
const installed = createScratch();
const bin = path.join(installed, 'bin/toolwright.js');

beforeAll(async () => {
  for (const name of ['bin', 'package.json']) {
    cpSync(path.join(packageFolder, name), path.join(installed, name), { recursive: true });
  }
  await build({
    entryPoints: { 'cli/process/run-process': path.join(packageFolder, 'src/cli/process/run-process.ts') },
    outdir: path.join(installed, 'dist'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [workspaceSources({ external: ['codegen', 'import', 'mcp', 'store'] })],
  });
});
afterAll(removeScratch);

const REGISTRY = `
  export const registry = {
    listTools: () => [{ name: 'forecast' }],
    execute: async (name, { city }) => {
      console.log('asking');
      setInterval(() => {}, 1_000_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { result: { city, long: 'x'.repeat(Number(process.env.LONG ?? 0)) }, error: null };
    },
  };
`;
const WATCHING = `
  export async function watch(options, { signal }) {
    const timer = setInterval(() => {}, 1_000_000);
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    console.log('watching');
    await aborted;
    clearInterval(timer);
    console.log('ended');
  }
`;
const TYPED_REGISTRY = REGISTRY.replace('(name, { city })', '(name: string, { city }: { city: string })');

describe('the process', () => {
  it('prints help and exits 0, or exits 2 on a misuse', async () => {
    expect(await run(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: toolwright'),
    });
    expect(await run(['codgen'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean codegen?'),
    });
  });

  // L4
  it.each([
    ['a scorer', 'scorers: [() => process.exit(0)]', ', one #1', false],
    ['the agent function', 'agent: () => process.exit(0)', '', false],
    ['a late throw', 'scorers: [late]', ', one #1', true],
    ['a late rejection', 'scorers: [stray]', ', one #1', true],
    ['a promise that never settles', 'cases: await new Promise(() => {})', '', false],
  ])('ends evals with 2 and says what ran: %s', async (_what, member, attempts, hasReports) => {
    const cwd = createScratch({
      'package.json': '{"type":"module"}',
      'out/junit.xml': 'of an earlier run',
      'a.eval.js': `
        const wait = () => new Promise((resolve) => setTimeout(() => resolve(true), 50));
        const late = () => (setTimeout(() => { throw new Error('later'); }, 5), wait());
        const stray = () => (Promise.reject(new Error('later')), wait());
        const run = async (input) => ({ runId: 'r', status: 'completed', finalResponse: input, iteration: 1, toolCalls: [],
          reasoningTrace: [], errors: [], warnings: [], messages: [], usage: { inputTokens: 1, outputTokens: 1 } });
        export default { kind: 'toolwright-eval', name: 'first', agent: () => ({ run }), scorers: [() => true],
          cases: [{ id: 'one', input: 'x' }], ${member} };`,
    });
    const { code, stderr } = await run(['eval', '--out', 'out', '--report', 'junit'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`a.eval.js${attempts}`) });
    const file = path.join(cwd, 'out/junit.xml');
    expect(existsSync(file)).toBe(hasReports);
    if (hasReports)
      expect(readFileSync(file, 'utf8')).toMatch(
        /<testsuite name="first".* errors="1"[\s\S]*<error message=".*later \(first of/,
      );
  });

  it('asks to install @toolwright/codegen', async () => {
    expect(await run(['list'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error MISSING_PACKAGE: .*\n {2}fix: Run `npm install --save-dev @toolwright\/codegen`\.\n$/,
      ),
    });
  });

  it('ends after the result, even if the tool leaves handles open', async () => {
    const cwd = createScratch({ 'tools.mjs': REGISTRY });
    expect(
      await run(['call', 'forecast', '{"city":"Oslo"}', '--registry', 'tools.mjs#registry'], { cwd }),
    ).toEqual({
      code: 0,
      stdout: '{\n  "city": "Oslo",\n  "long": ""\n}\n',
      stderr: 'asking\n',
    });
  });

  it.each(['export const create = () => new Promise(() => {});', 'await new Promise(() => {});'])(
    'fails if it waits for a promise that never settles: %s',
    async (source) => {
      const cwd = createScratch({ 'tools.mjs': source });
      expect(await run(['call', 'forecast', '{}', '--registry', 'tools.mjs#create'], { cwd })).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('can no longer settle'),
      });
    },
  );

  it('caches compiled code if Node supports it, unless told not to', async () => {
    const temporary = createScratch();
    const folder = path.join(temporary, 'node-compile-cache');
    const env = { TMPDIR: temporary, TMP: temporary, TEMP: temporary };
    await run(['--help'], { env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1' } });
    expect(existsSync(folder)).toBe(false);
    await run(['--help'], { env });
    expect(existsSync(folder)).toBe('enableCompileCache' in module);
  });

  it('writes a long result completely', async () => {
    const cwd = createScratch({ 'tools.mjs': REGISTRY });
    const args = ['call', 'forecast', '{"city":"Oslo"}', '--registry', 'tools.mjs#registry'];
    const { code, stdout } = await run(args, { cwd, env: { LONG: '3000000' } });
    expect({ code, length: JSON.parse(stdout).long.length }).toEqual({ code: 0, length: 3_000_000 });
  });

  it('finishes quietly after its reader has left', async () => {
    const cwd = createScratch({ 'tools.mjs': REGISTRY });
    const args = ['call', 'forecast', '{"city":"Oslo"}', '--registry', 'tools.mjs#registry'];
    const env = { LONG: '3000000' };
    expect(await run(args, { cwd, env, close: 'stdout' })).toMatchObject({ code: 0, stderr: 'asking\n' });
    expect(await run(args, { cwd, close: 'stderr' })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"city": "Oslo"'),
    });
  });

  it('fails if its output is lost', async () => {
    // A device of Linux that is always full.
    if (process.platform !== 'linux') return;
    const full = openSync('/dev/full', 'w');
    expect(await run(['--help'], { stdout: full })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error OUTPUT_FAILED: Cannot write the output: ENOSPC: no space left on device, write.\n',
    });
    closeSync(full);
  });

  it.each([
    ['module', 'tools.ts'],
    ['commonjs', 'tools.ts'],
    ['commonjs', 'tools.mts'],
  ])('calls a tool in TypeScript if tsx is installed: a %s with %s', async (type, file) => {
    const cwd = createScratch({ 'package.json': JSON.stringify({ type }), [file]: TYPED_REGISTRY });
    linkTsx(cwd);
    expect(
      await run(['call', 'forecast', '{"city":"Oslo"}', '--registry', `${file}#registry`], { cwd }),
    ).toEqual({
      code: 0,
      stdout: expect.stringContaining('"city": "Oslo"'),
      stderr: 'asking\n',
    });
  });

  /** From Node.js 22.18 on. */
  const stripsTypes = 'typescript' in process.features && Boolean(process.features.typescript);

  it('calls a tool in TypeScript without tsx where Node.js strips the types', async () => {
    const cwd = createScratch({ 'package.json': '{ "type": "module" }', 'tools.ts': TYPED_REGISTRY });
    const { code, stderr } = await run(['call', 'forecast', '{}', '--registry', 'tools.ts#registry'], {
      cwd,
    });
    expect(code).toBe(stripsTypes ? 0 : 1);
    if (!stripsTypes)
      expect(stderr).toMatch(/^error MISSING_PACKAGE: tools\.ts is TypeScript, and tsx is not/);
  });

  it('asks to install tsx for decorators', async () => {
    const decorated = 'const mark = () => {}; export class Tools { @mark go(): void {} }';
    const cwd = createScratch({ 'package.json': '{ "type": "module" }', 'tools.ts': decorated });
    const { code, stderr } = await run(['call', 'x', '--registry', 'tools.ts#registry'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('\n  fix: Run `npm install --save-dev tsx`, or pass the built JavaScript.\n');
  });
});

describe('a command that runs until it is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends by itself on %s', async (signal) => {
    const home = createScratch({
      'node_modules/@toolwright/codegen/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/@toolwright/codegen/index.js': WATCHING,
    });
    for (const name of ['bin', 'dist', 'package.json']) {
      cpSync(path.join(installed, name), path.join(home, name), { recursive: true });
    }
    const child = spawn(process.execPath, [path.join(home, 'bin/toolwright.js'), 'codegen', '--watch'], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 240_000,
    });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (stdout === 'watching\n') child.kill(signal);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'watching\nended\n' });
  });
});

/** As npm installs it: the package's folder in node_modules. */
function linkTsx(folder: string): void {
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(
    path.dirname(require.resolve('tsx/package.json')),
    path.join(folder, 'node_modules/tsx'),
    'dir',
  );
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A stream that nobody reads. */
  readonly close?: 'stdout' | 'stderr';
  /** A descriptor that gets standard output. Default: it is collected. */
  readonly stdout?: number;
}

function run(
  args: readonly string[],
  { cwd = installed, env = {}, close, stdout: target }: RunOptions = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
      stdio: ['ignore', target ?? 'pipe', 'pipe'],
      timeout: 240_000,
    });
    let stdout = '';
    let stderr = '';
    if (close) child[close]?.destroy();
    child.stdout?.on('data', (chunk) => (stdout += chunk));
    child.stderr?.on('data', (chunk) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
