import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../../scripts/pack.mjs';

/**
 * Makes a folder with the packed packages, installed by npm as users do, and copies of the given scripts. Call `remove` at the end.
 * @param {Record<string, string>} scripts files, by the names they get
 * @param {string[]} [more] packages to install beside ours, such as `openai@6.49.0`
 */
export async function packedProject(scripts, more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-import-'));
  const archives = await pack(join(folder, 'vendor'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...archives, ...more], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Cannot install the packed packages: ${stderr}`);
  for (const [name, source] of Object.entries(scripts)) copyFileSync(source, join(folder, name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
