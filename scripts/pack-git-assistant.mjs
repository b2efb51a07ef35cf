/** Packs the git assistant as one archive for `npm install --global`, with all that it needs inside: npm installs no other package. */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { thirdPartyLicences } from './third-party.mjs';
import { root, run } from './workspace.mjs';
import { workspaceSources } from './workspace-sources.mjs';

const example = join(root, 'examples/git-assistant');

/** Globals that bundled CommonJS code needs. */
const BANNER =
  "import * as $module from 'node:module'; const require = $module.createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;";

/** The scripted model, which is for the example, and two packages that others use only where a person has installed them. */
const NOT_INSIDE = ['*/scripted-model.js', 'source-map-support', 'supports-color'];

/** Packs into an existing folder; returns the archive's absolute path. */
export async function packGitAssistant(folder) {
  const { version } = readManifest('packages/toolwright');
  const archive = join(folder, `git-assistant-${version}.tgz`);
  const work = mkdtempSync(join(tmpdir(), 'git-assistant-pack-'));
  try {
    await writePackage(join(work, 'package'), version);
    if (run('tar', ['-czf', archive, '-C', work, 'package'], { show: false }) !== 0) {
      throw new Error(`tar could not write ${archive}.`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return archive;
}

async function writePackage(folder, version) {
  const { metafile } = await build({
    entryPoints: [join(example, 'src/main.ts')],
    absWorkingDir: root,
    outdir: join(folder, 'dist'),
    bundle: true,
    // The SDKs and the compiler are loaded when they are used.
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    format: 'esm',
    platform: 'node',
    // As Node.js does, and no bundler: the assistant is a whole program.
    conditions: ['node'],
    target: 'node20',
    external: NOT_INSIDE,
    banner: { js: BANNER },
    plugins: [workspaceSources()],
    metafile: true,
    logLevel: 'error',
  });
  chmodSync(join(folder, 'dist/main.js'), 0o755);
  // The program finds this folder beside its code.
  cpSync(join(root, 'packages/capabilities/capabilities'), join(folder, 'capabilities'), { recursive: true });
  for (const name of ['README.md', 'commit.svg']) cpSync(join(example, name), join(folder, name));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'THIRD_PARTY_LICENSES.txt'), thirdPartyLicences(metafile, root));
  const { description, license, bin } = readManifest('examples/git-assistant');
  const manifest = {
    name: 'git-assistant',
    version,
    private: true,
    description,
    license,
    type: 'module',
    bin,
    engines: { node: '>=20.19' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}
