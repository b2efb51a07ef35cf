/** The packed packages, shared by all checks that need them. They are packed again only if their contents have changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from './pack.mjs';
import { packages, root } from './workspace.mjs';

/** In milliseconds. */
const LONGEST_RUN = 2 * 60 * 60 * 1000;
const cache = join(root, 'node_modules/.cache/toolwright-archives');

/**
 * Returns the absolute paths of the archives of all packages, which must be built. Do not change the archives: other checks use them too.
 */
export async function packedArchives() {
  const folder = join(cache, fingerprint());
  if (!existsSync(folder)) await packInto(folder);
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Two processes may pack at the same time; both then use the folder of the one that finishes first. */
async function packInto(folder) {
  const own = `${folder}.${process.pid}`;
  try {
    await pack(own);
    removeOlder(folder);
    if (!existsSync(folder)) renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Not those of the last hours: other processes may use them, or be about to write them. */
function removeOlder(folder) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const isOld = Date.now() - statSync(path).mtimeMs > LONGEST_RUN;
    if (isOld && !path.startsWith(folder)) rmSync(path, { recursive: true, force: true });
  }
}

/** A hash of everything that is packed, and of the scripts that pack it. */
function fingerprint() {
  const hash = createHash('sha256');
  const scripts = ['pack.mjs', 'bundle.mjs'].map((name) => join('scripts', name));
  for (const file of ['README.md', 'pnpm-workspace.yaml', ...scripts, ...packages().flatMap(packedFiles)]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(-16);
}

function packedFiles(path) {
  const { files = [] } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  return [join(path, 'package.json'), ...files.flatMap((name) => filesBelow(join(path, name)))];
}

function filesBelow(path) {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
    .sort();
}
