/**
 * The official conformance suite of the Model Context Protocol against a server and a client built on @toolwright/mcp.
 *
 * node scripts/mcp-conformance.mjs                        both
 * node scripts/mcp-conformance.mjs server tools-list …    only these scenarios (`server` or `client` first)
 *
 * Prints a line for each scenario, then the counts. Runs on Node 20 with the version in pnpm-workspace.yaml.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './workspace.mjs';
import { workspaceSources } from './workspace-sources.mjs';

const packageFolder = join(root, 'packages/mcp');
const suite = createRequire(join(packageFolder, 'package.json')).resolve(
  '@modelcontextprotocol/conformance/dist/index.js',
);
const folder = mkdtempSync(join(tmpdir(), 'toolwright-conformance-'));
const [side, ...scenarios] = process.argv.slice(2);

try {
  symlinkSync(join(packageFolder, 'node_modules'), join(folder, 'node_modules'));
  await bundle();
  const counts = { passed: 0, failed: 0 };
  if (side !== 'client') await checkServer(counts);
  if (side !== 'server') await checkClient(counts);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
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
    for (const scenario of await chosen('Server scenarios')) {
      report(
        scenario,
        await runSuite(['server', '--url', String(line).trim(), '--scenario', scenario]),
        counts,
      );
    }
  } finally {
    server.stdin.end();
    await once(server, 'close');
  }
}

async function checkClient(counts) {
  const command = `${process.execPath} ${join(folder, 'client.mjs')}`;
  for (const scenario of await chosen('Client scenarios')) {
    report(scenario, await runSuite(['client', '--command', command, '--scenario', scenario]), counts);
  }
}

async function chosen(title) {
  if (scenarios.length > 0) return scenarios;
  const { output } = await runSuite(['list']);
  const [, list = ''] = output.split(new RegExp(`^${title}.*$`, 'm'));
  return [...list.split('\n\n')[0].matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
}

function report(scenario, { code, output }, counts) {
  counts[code === 0 ? 'passed' : 'failed'] += 1;
  const [, warnings = '0'] = /(\d+) warnings/.exec(output) ?? [];
  console.log(
    `${code === 0 ? 'ok    ' : 'FAILED'} ${scenario}${warnings === '0' ? '' : ` (${warnings} warnings)`}`,
  );
  if (code !== 0 || process.env.VERBOSE !== undefined) console.log(output.replace(/^/gm, '    '));
}

async function runSuite(args) {
  const child = spawn(process.execPath, [suite, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
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
