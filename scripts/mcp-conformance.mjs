/**
 * The official conformance suite of the Model Context Protocol against a server and a client built on @toolwright/mcp.
 *
 * node scripts/mcp-conformance.mjs                        both
 * node scripts/mcp-conformance.mjs server tools-list …    only these scenarios (`server` or `client` first)
 * node scripts/mcp-conformance.mjs --suite=0.2.0-alpha.12 …    another version of the suite, on Node 24, from npm
 *
 * Prints a line for each scenario and, in newer suites, each revision of the protocol, then the counts. A scenario in which no check of its
 * subject ran is `skipped`, and counts neither as passed nor as failed. Without `--suite` it runs the version in pnpm-workspace.yaml on this
 * Node.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { readOutcome } from './conformance-outcome.mjs';
import { root } from './workspace.mjs';
import { workspaceSources } from './workspace-sources.mjs';

const LABELS = { passed: 'ok     ', failed: 'FAILED ', skipped: 'skipped' };
const packageFolder = join(root, 'packages/mcp');
const folder = mkdtempSync(join(tmpdir(), 'toolwright-conformance-'));
const version = process.argv.find((arg) => arg.startsWith('--suite='))?.slice('--suite='.length);
const [side, ...scenarios] = process.argv.slice(2).filter((arg) => !arg.startsWith('--suite='));
const [suiteNode, suite] = version === undefined ? ownSuite() : installSuite();

try {
  symlinkSync(join(packageFolder, 'node_modules'), join(folder, 'node_modules'));
  await bundle();
  const counts = { passed: 0, failed: 0, skipped: 0, warnings: 0 };
  if (side !== 'client') await checkServer(counts);
  if (side !== 'server') await checkClient(counts);
  const warned = counts.warnings === 0 ? '' : `, ${counts.warnings} warnings`;
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${warned}`);
  if (counts.failed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkServer(counts) {
  const server = spawn(process.execPath, [join(folder, 'server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data');
  try {
    for (const [scenario, ...options] of await chosen('Server scenarios')) {
      const args = ['server', '--url', String(line).trim(), '--scenario', scenario, ...options];
      report([scenario, ...options].join(' '), await runSuite(args), counts);
    }
  } finally {
    server.stdin.end();
    await once(server, 'close');
  }
}

async function checkClient(counts) {
  const command = `${process.execPath} ${join(folder, 'client.mjs')}`;
  for (const [scenario, ...options] of await chosen('Client scenarios')) {
    const args = ['client', '--command', command, '--scenario', scenario, ...options];
    report([scenario, ...options].join(' '), await runSuite(args), counts);
  }
}

async function chosen(title) {
  const { output } = await runSuite(['list']);
  const [, list = ''] = output.split(new RegExp(`^${title}.*$`, 'm'));
  const all = [...list.split('\n\n')[0].matchAll(/^ {2}- (\S+)(?: \[(.*)\])?/gm)];
  // The suite reports an unknown scenario itself.
  const wanted = scenarios.map((name) => all.find((one) => one[1] === name) ?? [name, name]);
  return (scenarios.length === 0 ? all : wanted).flatMap(([, name, revisions]) =>
    inRevisions(name, revisions?.split(',') ?? []),
  );
}

/** Newer suites run a scenario in several revisions of the protocol: the last one with sessions and the ones after it. */
function inRevisions(name, revisions) {
  const current = revisions.filter((revision) => revision >= '2025-11-25' && /^\d/.test(revision));
  if (current.length > 0) return current.map((revision) => [name, '--spec-version', revision]);
  const old = revisions.filter((revision) => /^\d/.test(revision)).at(-1);
  return [old === undefined ? [name] : [name, '--spec-version', old]];
}

function ownSuite() {
  const { resolve } = createRequire(join(packageFolder, 'package.json'));
  return [process.execPath, resolve('@modelcontextprotocol/conformance/dist/index.js')];
}

function installSuite() {
  const packages = ['node@24', `@modelcontextprotocol/conformance@${version}`];
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', join(folder, 'suite'), ...packages],
    {
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  );
  const modules = join(folder, 'suite/node_modules');
  return [join(modules, '.bin/node'), join(modules, '@modelcontextprotocol/conformance/dist/index.js')];
}

function report(scenario, run, counts) {
  const { outcome, reason, warnings } = readOutcome(run);
  counts[outcome] += 1;
  counts.warnings += warnings;
  const notes = [reason, warnings === 0 ? '' : `${warnings} warnings`].filter((note) => note !== '');
  console.log(`${LABELS[outcome]} ${scenario}${notes.map((note) => ` (${note})`).join('')}`);
  if (outcome === 'failed' || process.env.VERBOSE !== undefined)
    console.log(run.output.replace(/^/gm, '    '));
}

async function runSuite(args) {
  const child = spawn(suiteNode, [suite, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Bundles our sources without the official SDK, as separate programs. */
async function bundle() {
  const fixtures = join(packageFolder, 'src/conformance');
  await build({
    entryPoints: {
      server: join(fixtures, 'server.test.fixture.ts'),
      client: join(fixtures, 'client.test.fixture.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    external: ['@modelcontextprotocol/*'],
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources()],
  });
}
