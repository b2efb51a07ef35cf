/**
 * Builds Studio's page into packages/studio/dist/page, unless it was already built from the same sources. `npm run build` runs this.
 * Several processes may build at once: each builds into its own folder, which then replaces the old one.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('.', import.meta.url));
const STUDIO = join(PAGE, '..');
const OUT = join(STUDIO, 'dist/page');
/** The hash of the sources from which the page was built. The file is not part of the package. */
const STAMP = join(PAGE, 'dist/page.sources');

/** Resolves to the folder of the built page. */
export async function buildPage() {
  const stamp = hashSources();
  if (isBuilt(stamp)) return OUT;
  const { build } = await import('vite');
  const { default: config } = await import('./vite.config.mjs');
  // Not in the package, whose contents tests compare while others build.
  const folder = join(PAGE, `dist/page-${randomUUID()}`);
  await build({ ...config, build: { ...config.build, outDir: folder } });
  replace(folder);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp);
  return OUT;
}

function isBuilt(stamp) {
  return existsSync(join(OUT, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;
}

function replace(folder) {
  const old = `${folder}-old`;
  try {
    if (existsSync(OUT)) renameSync(OUT, old);
    renameSync(folder, OUT);
  } catch (error) {
    // Another process finished first.
    if (!existsSync(join(OUT, 'index.html'))) throw error;
    rmSync(folder, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

/** Hashes the sources of the page and of what it imports, and the versions of its dependencies. */
function hashSources() {
  const hash = createHash('sha256');
  const roots = [
    join(PAGE, 'src'),
    join(STUDIO, 'src/protocol'),
    join(STUDIO, 'src/timeline'),
    join(STUDIO, '../contract/src'),
  ];
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\./.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  files.push(join(PAGE, 'index.html'), join(PAGE, 'vite.config.mjs'), join(STUDIO, 'package.json'));
  files.push(join(STUDIO, '../../pnpm-lock.yaml'));
  for (const file of files.sort())
    hash.update(file.slice(STUDIO.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
