/**
 * Code that `npm start` and `npm test` share: install with the pinned pnpm, build, run codegen on the examples. It is plain JavaScript
 * without dependencies, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSteps } from './steps.mjs';

/** pnpm 11 refuses Node 20; corepack needs keys that old Node versions lack. */
const PNPM = 'pnpm@10.34.9';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The command line of this repository. */
const TOOLWRIGHT = join(root, 'packages/toolwright/bin/toolwright.js');

/** Runs a command in the repository and returns its exit code. Output is shown only if `show` is true or the command fails. */
export function run(command, args, { show = true, cwd = root, env = {}, stdin = 'ignore' } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: show ? [stdin, 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && command !== process.execPath,
  });
  if (result.error) console.error(`Cannot run ${command}: ${result.error.message}`);
  const code = result.status ?? 1;
  if (!show && code !== 0) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  return code;
}

/** Runs a script with this Node; several may run at once. Resolves to the exit code. Output is shown only if the script fails. */
export function start(script, args, cwd = root) {
  return startCommand(process.execPath, [script, ...args], { cwd });
}

function startCommand(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command !== process.execPath,
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => collect(`Cannot run ${command}: ${error.message}\n`));
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(output);
      resolve(code ?? 1);
    });
  });
}

/** The file of an installed package. */
export function binOf(packageName, bin) {
  return join(root, 'node_modules', packageName, bin);
}

const TSC = binOf('typescript-7', 'bin/tsc');

/** Runs the pinned pnpm, which npx downloads once. */
export function runPnpm(args, options) {
  return run('npx', ['--yes', PNPM, ...args], options);
}

export const INSTALLING = 'Installing dependencies (once; this can take a minute or two) …';

/** Installs the locked dependencies, unless lockfile and manifests are the same as at the last install. Resolves to the exit code. */
export async function install(notice = undefined) {
  const stamp = join(root, 'node_modules', '.toolwright-install');
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  if (notice) console.error(notice);
  const code = await startCommand('npx', ['--yes', PNPM, 'install', '--frozen-lockfile'], {
    env: { CI: 'true' },
  });
  if (code === 0) writeFileSync(stamp, wanted);
  return code;
}

/**
 * Compiles projects, by default all; only those that have changed. Then builds Studio's page. Resolves to the exit code. The native compiler
 * takes a third of the processor time of TypeScript 6; other tools need the JavaScript one, and editors use it.
 */
export async function build(notice = undefined, projects = []) {
  if (notice) console.error(notice);
  return (
    (await compile(projects)) ||
    (projects.length === 0 || projects.includes('packages/studio') ? buildPage() : 0)
  );
}

function compile(args) {
  return start(TSC, ['-b', ...args]);
}

function buildPage() {
  return start(join(root, 'packages/studio/page/build.mjs'), []);
}

async function both(one, other) {
  const codes = await Promise.all([one, other]);
  return codes.find((code) => code !== 0) ?? 0;
}

/** The folders with tools or schemas of their own, whose generated modules must be up to date. */
export function generated() {
  return [...packages(), ...workspaceFolders('examples')].filter((folder) =>
    existsSync(join(root, folder, 'src/toolwright.gen.ts')),
  );
}

/** The folders of published packages. */
export function packages() {
  return [...workspaceFolders('packages'), 'tools-codegen'];
}

/** Runs the command line of this repository on a folder. */
export function toolwright(folder, args, options) {
  return run(process.execPath, [TOOLWRIGHT, ...args], {
    ...options,
    cwd: join(root, folder),
  });
}

/** Prepares an example and runs it with these arguments. Resolves to the exit code of the first step that fails. */
export async function play(example, args) {
  const prepared = await runSteps('npm start', [
    ['Installing dependencies (once)', () => install()],
    // Not checked here, which takes three times as long; `npm test` checks.
    ['Building Toolwright', () => compile(['--noCheck', 'tools-codegen', ...references(example)])],
    ...(bundles(example) ? bundlerSteps(example) : compilerSteps(example)),
  ]);
  return prepared || run(process.execPath, [`${example}/dist/main.js`, ...args], { stdin: 'inherit' });
}

function compilerSteps(example) {
  return [
    ['Writing the schemas of the tools, and building Studio', () => both(codegen(example), buildPage())],
    // Not with `-b`, which would check the packages as well.
    ['Building the example', () => start(TSC, ['-p', example])],
  ];
}

/** In these examples, codegen runs as a plugin of the bundler. */
function bundlerSteps(example) {
  return [
    ['Building Studio', () => buildPage()],
    ['Building the example', () => startCommand('npm', ['run', 'build'], { cwd: join(root, example) })],
  ];
}

/** The projects of this repository that an example depends on. */
function references(example) {
  const { references } = JSON.parse(readFileSync(join(root, example, 'tsconfig.json'), 'utf8'));
  return references.map(({ path }) => join(example, path));
}

/** Whether an example has a bundler build of its own. */
function bundles(example) {
  return 'build' in JSON.parse(readFileSync(join(root, example, 'package.json'), 'utf8')).scripts;
}

/** Examples without tools and schemas have nothing to generate. */
function codegen(example) {
  return generated().includes(example) ? start(TOOLWRIGHT, ['codegen'], join(root, example)) : 0;
}

/** Without those that are workspaces of their own. */
function workspaceFolders(parent) {
  const folder = join(root, parent);
  if (!existsSync(folder)) return [];
  const has = (name, file) => existsSync(join(folder, name, file));
  return readdirSync(folder)
    .filter((name) => has(name, 'package.json') && !has(name, 'pnpm-workspace.yaml'))
    .sort()
    .map((name) => `${parent}/${name}`);
}

function fingerprint() {
  const hash = createHash('sha256').update(PNPM);
  const manifests = ['.', ...packages(), ...workspaceFolders('examples')].map(
    (folder) => `${folder}/package.json`,
  );
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
