/**
 * `npm run release:check`: packs everything and rehearses the publication. It publishes nothing, and prints the commands of a release in
 * order.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pack } from './pack.mjs';
import { build, INSTALLING, install, packages, root, run } from './workspace.mjs';

/** Sorts the packages so that each comes after its dependencies, including peers. Throws if the versions differ. */
export function releaseOrder(manifests = packages().map(readManifest)) {
  const [first] = manifests;
  const apart = manifests.filter(({ version }) => version !== first?.version);
  if (apart.length > 0) {
    const list = apart.map(({ name, version }) => `${name} ${version}`).join(', ');
    throw new Error(
      `All packages must have the version of ${first.name}, ${first.version}; these have not: ${list}.`,
    );
  }
  const order = [];
  const visit = (manifest, path) => {
    if (order.includes(manifest)) return;
    if (path.includes(manifest))
      throw new Error(`Packages depend on each other: ${path.map(({ name }) => name).join(', ')}.`);
    const needed = { ...manifest.dependencies, ...manifest.peerDependencies };
    for (const other of manifests.filter(({ name }) => name in needed)) visit(other, [...path, manifest]);
    order.push(manifest);
  };
  for (const manifest of manifests) visit(manifest, []);
  return order;
}

/** The file name that npm gives a package's archive. */
export function archiveOf({ name, version }) {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

async function check() {
  const code = (await install(INSTALLING)) || (await build('Building …', packages()));
  if (code !== 0) return code;
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-release-'));
  try {
    await pack(folder);
    for (const manifest of releaseOrder()) {
      const archive = archiveOf(manifest);
      if (run('npm', ['publish', '--dry-run', join(folder, archive)], { show: false }) !== 0) return 1;
      console.log(`npm publish --provenance archives/${archive}`);
      if (!manifest.repository)
        console.error(`  ${manifest.name} names no repository, which provenance needs.`);
    }
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(await check());
