import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { build } = createRequire(join(ROOT, 'package.json'))('esbuild');

/** Copies the programs of this bench to a folder that has the packages of one product. */
export function workFolder(nodeModules) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-code-modes-'));
  cpSync(HERE, folder, { recursive: true });
  symlinkSync(nodeModules, join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Compiles the tools for Toolwright by its own codegen. Returns the folder. */
export async function prepareToolwright() {
  const folder = workFolder(join(ROOT, 'node_modules'));
  const cli = join(ROOT, 'packages/toolwright/bin/toolwright.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'codegen', '--project', 'tsconfig.json', '--out', 'toolwright.gen.ts'],
    { cwd: join(folder, 'project'), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`codegen failed: ${stdout}${stderr}`);
  await build({
    stdin: {
      contents: "export { registry } from './project/tools.ts'; export { calls } from './tools.mjs';",
      resolveDir: folder,
    },
    outfile: join(folder, 'tools.bundle.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  return folder;
}

/** Bundles the Worker for Cloudflare. Returns the folder. */
export async function prepareCloudflare(nodeModules) {
  const folder = workFolder(nodeModules);
  await build({
    entryPoints: [join(folder, 'contestants/cloudflare-worker.mjs')],
    outfile: join(folder, 'contestants/cloudflare-worker.bundle.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'import'],
    mainFields: ['module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'error',
  });
  return folder;
}

/** The version of an installed package. */
export function versionOf(nodeModules, name) {
  return JSON.parse(readFileSync(join(nodeModules, name, 'package.json'), 'utf8')).version;
}
