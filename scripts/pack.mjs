/**
 * `npm run pack -- [folder]`: packs every package as an archive that npm can install; default folder: archives. Installs and builds first,
 * and prints the archives' paths. Only the default folder also gets the git assistant: projects install all that is in a folder of theirs, as
 * the README shows, and a program is none of their dependencies.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { packGitAssistant } from './pack-git-assistant.mjs';
import { build, INSTALLING, install, packages, root, run, runPnpm } from './workspace.mjs';

/** Packs built packages, by default all, into a folder. Returns the archives' absolute paths; throws if packing fails. */
export async function pack(folder, paths = packages()) {
  mkdirSync(folder, { recursive: true });
  const filters = paths.flatMap((path) => ['--filter', `./${path}`]);
  const code = runPnpm(['--recursive', ...filters, 'pack', '--pack-destination', folder], { show: false });
  if (code !== 0) throw new Error(`pnpm pack failed with exit code ${code}.`);
  const archives = readdirSync(folder)
    .filter((name) => name.includes('toolwright') && name.endsWith('.tgz'))
    .sort()
    .map((name) => join(folder, name));
  for (const archive of archives) await bundleArchive(archive);
  return archives;
}

async function bundleArchive(archive) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-pack-'));
  try {
    // Leaves out the tests. With `files` in package.json, pnpm would compare each file with the name of each test, for 15 s.
    tar(['--exclude=*.test.*', '-xzf', archive, '-C', folder]);
    await bundle(join(folder, 'package'));
    addReadme(join(folder, 'package'));
    addBuild(join(folder, 'package'));
    tar(['-czf', archive, '-C', folder, 'package']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text that npm shows on the page of a package. */
function addReadme(folder) {
  const { name, description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = `# ${name}\n\n${description}. A part of Toolwright; see the package \`toolwright\`.\n`;
  const text = name === 'toolwright' ? readFileSync(join(root, 'README.md'), 'utf8') : own;
  writeFileSync(join(folder, 'README.md'), text);
}

/** Names the code in the package.json, by which codegen knows its own: builds of one version differ before a release. */
function addBuild(folder) {
  const dist = join(folder, 'dist');
  const hash = createHash('sha256');
  for (const file of readdirSync(dist, { recursive: true }).sort())
    if (file.endsWith('.js')) hash.update(`${file}\n`).update(readFileSync(join(dist, file)));
  const file = join(folder, 'package.json');
  const description = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...description, build: hash.digest('hex').slice(0, 32) }, null, 2));
}

function tar(args) {
  const code = run('tar', args, { show: false });
  if (code !== 0) throw new Error(`tar ${args[0]} failed with exit code ${code}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = resolve(root, process.argv[2] ?? 'archives');
  const code = (await install(INSTALLING)) || (await build('Building …', packages()));
  if (code !== 0) process.exit(code);
  for (const archive of await pack(folder)) console.log(archive);
  console.log(`\nInstall them in a project with: npm install ${folder}/*toolwright*.tgz`);
  if (process.argv[2] === undefined) {
    console.log(`Install the git assistant with: npm install --global ${await packGitAssistant(folder)}`);
  } else {
    console.log('The git assistant is not among them: npm run pack, without a folder, packs it too.');
  }
}
