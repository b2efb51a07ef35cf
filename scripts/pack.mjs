/**
 * `npm run pack -- [folder]`: packs every package as an archive that npm can install; default folder: archives.
 * Prints the archives' paths. Expects a build.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packages, root, runPnpm } from './workspace.mjs';

/** Packs all packages into a folder and returns the archives' absolute paths; throws where packing fails. */
export function pack(folder) {
  mkdirSync(folder, { recursive: true });
  const filters = packages().flatMap((path) => ['--filter', `./${path}`]);
  const code = runPnpm(['--recursive', ...filters, 'pack', '--pack-destination', folder], { show: false });
  if (code !== 0) throw new Error(`pnpm pack failed with exit code ${code}.`);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map((name) => join(folder, name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = resolve(root, process.argv[2] ?? 'archives');
  for (const archive of pack(folder)) console.log(archive);
  console.log(`\nInstall them in a project with: npm install ${folder}/*.tgz`);
}
