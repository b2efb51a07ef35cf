import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const INSTALL = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];

/** The file of an installed peer, e.g. `peerFile('typescript-6', 'bin/tsc')`. */
export function peerFile(packageName, file) {
  return join(folder, 'node_modules', packageName, file);
}

/** The folder of an installed peer, which generated projects link to. */
export function peerFolder(packageName) {
  return join(folder, 'node_modules', packageName);
}

/** Installs the peers that bench/package.json pins, unless they are installed, and lets ts-patch patch typia's TypeScript. */
export function installPeers() {
  installOnce(folder, () => {
    step('npm', INSTALL, folder);
    // Patches only the package `typescript`, which typia uses; the measured aliases stay as published.
    step(process.execPath, [peerFile('ts-patch', 'bin/ts-patch.js'), 'install', '--silent'], folder);
  });
}

/** Installs the agent frameworks that bench/agent/package.json pins, even though their peer ranges do not agree. */
export function installAgentPeers() {
  const agentFolder = join(folder, 'agent');
  installOnce(agentFolder, () => step('npm', [...INSTALL, '--legacy-peer-deps'], agentFolder));
}

function installOnce(cwd, install) {
  const stamp = join(cwd, 'node_modules', '.toolwright-bench');
  const wanted = readFileSync(join(cwd, 'package.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log(`Installing the peers into ${join(cwd, 'node_modules')} (once) …`);
  install();
  writeFileSync(stamp, wanted);
}

function step(command, args, cwd) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (status === 0) return;
  throw new Error(`Cannot install the peers: ${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
}
