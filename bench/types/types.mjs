import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packages } from './packages.mjs';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));

/** CPU seconds for one package; a slower package is reported. */
const SLOW = 10;

/**
 * Lowers every exported type of well-known packages, each package in a process of its own with limits of time and memory.
 * Resolves to true if each type was lowered or refused with a coded diagnostic, in time.
 */
export async function run(args) {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      only: { type: 'string' },
      folder: { type: 'string' },
      details: { type: 'string' },
      patience: { type: 'string', default: '120' },
    },
  });
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'toolwright-types-'));
  const names = values.only?.split(',') ?? Object.keys(packages);
  try {
    await install(folder);
    const rows = [];
    console.log(
      'package | types | lowered | refused | failed | seconds | with validators and providers | manifest, bytes',
    );
    for (const name of names) {
      const outcome = await read(name, folder, Number(values.patience) * 1000);
      rows.push({ name, ...outcome });
      console.log(rowOf(name, outcome));
    }
    if (values.details) writeFileSync(values.details, JSON.stringify(rows, null, 1));
    return rows.every(isFine);
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function isFine({ failure, lost, errors, seconds, fullSeconds }) {
  return failure === undefined && lost.length === 0 && errors.length === 0 && seconds + fullSeconds <= SLOW;
}

function rowOf(name, outcome) {
  if (outcome.failure !== undefined) return `${name} | ${outcome.failure}`;
  const { types, lowered, refused, lost, errors, seconds, fullSeconds, size } = outcome;
  const counts = [types, lowered.length, refused.length, lost.length + errors.length];
  return [name, ...counts, seconds.toFixed(1), fullSeconds.toFixed(1), size].join(' | ');
}

/** Installs all packages at once, so that they share their dependencies. */
async function install(folder) {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  const dependencies = Object.fromEntries(
    Object.entries(packages).map(([name, { version }]) => [name, version]),
  );
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  const { code, output } = await spawned('npm', ['install', ...flags], { cwd: folder }, 600_000);
  if (code !== 0) throw new Error(`Cannot install the packages: ${output}`);
}

async function read(name, folder, patience) {
  const project = join(folder, 'projects', name.replaceAll('/', '__'));
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  if (!existsSync(join(project, 'node_modules')))
    symlinkSync(join(folder, 'node_modules'), join(project, 'node_modules'));
  const out = join(project, 'outcome.json');
  rmSync(out, { force: true });
  const modules = packages[name]?.modules ?? [moduleOf(name)];
  const args = ['--max-old-space-size=3000', CHILD, project, out, ...modules];
  const { code, output } = await spawned(process.execPath, args, {}, patience);
  if (code === 0) return JSON.parse(readFileSync(out, 'utf8'));
  return { failure: code === null ? `stopped after ${patience / 1000} s` : lastLines(output) };
}

/** `@types/babel__core` has the types of `@babel/core`. */
function moduleOf(name) {
  if (!name.startsWith('@types/')) return name;
  const [scope, rest] = name.slice('@types/'.length).split('__');
  return rest === undefined ? scope : `@${scope}/${rest}`;
}

function lastLines(output) {
  return (
    output
      .split('\n')
      .filter((line) => /Error|TW\d|heap/.test(line))
      .slice(0, 2)
      .join(' ') || output.slice(-200)
  );
}

function spawned(command, args, options, patience) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patience,
      killSignal: 'SIGKILL',
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('close', (code) => resolve({ code, output }));
  });
}
