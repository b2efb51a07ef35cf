import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseOptions } from '../options.mjs';
import { writeSection } from '../report/page.mjs';
import { packages } from './packages.mjs';
import { progressOf, typesReport } from './report.mjs';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));

/** CPU seconds for one package; a package that needs more has failed. */
const LIMIT = 60;

/**
 * Lowers every exported type of well-known packages, each package in a process of its own with limits of time and memory.
 * Resolves to true if each type was lowered or refused with a coded diagnostic, in time.
 */
export async function run(args) {
  const values = parseOptions(
    args,
    { runs: 1 },
    {
      only: { type: 'string' },
      folder: { type: 'string', default: cacheFolder() },
      details: { type: 'string' },
      patience: { type: 'string', default: '600' },
      jobs: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    },
  );
  const names = values.only?.split(',') ?? Object.keys(packages);
  await install(values.folder);
  const rows = [];
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const row = { name, ...(await read(name, values.folder, Number(values.patience) * 1000)) };
      rows.push(row);
      console.log(progressOf(row));
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  const report = typesReport(rows, LIMIT);
  console.log(report);
  if (values.details) writeFileSync(values.details, JSON.stringify(rows, null, 1));
  if (values.write) writeSection('types', 'Types of popular packages', report);
  return rows.every(isFine);
}

/** Kept between runs, outside the repository. Another list of packages has another folder. */
function cacheFolder() {
  const hash = createHash('sha256').update(JSON.stringify(packages)).digest('hex').slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return join(cache, 'toolwright-bench', `types-${hash}`);
}

function isFine({ failure, lost, errors, seconds, fullSeconds }) {
  return failure === undefined && lost.length === 0 && errors.length === 0 && seconds + fullSeconds <= LIMIT;
}

/** Installs all packages at once, with their peers, so that they share their dependencies. */
async function install(folder) {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(
    Object.entries(packages).map(([name, { version }]) => [name, version]),
  );
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  // `--force` installs one version of a peer where packages disagree.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--force'];
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
