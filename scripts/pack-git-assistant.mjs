/** Packs the git assistant as one archive for `npm install --global`, with all of Toolwright inside. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root, run } from './workspace.mjs';
import { workspaceSources } from './workspace-sources.mjs';

const example = join(root, 'examples/git-assistant');

/** Globals that bundled CommonJS code needs. */
const BANNER =
  "import * as $module from 'node:module'; const require = $module.createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;";

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
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const dependencies = loadedOnDemand();
  const program = join(folder, 'dist/main.js');
  await build({
    entryPoints: [join(example, 'src/main.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // As Node.js does, and no bundler: the assistant is a whole program.
    conditions: ['node'],
    target: 'node20',
    external: Object.keys(dependencies),
    banner: { js: BANNER },
    plugins: [workspaceSources()],
    logLevel: 'error',
  });
  chmodSync(program, 0o755);
  // The program finds this folder beside its code.
  cpSync(join(root, 'packages/capabilities/capabilities'), join(folder, 'capabilities'), { recursive: true });
  cpSync(join(example, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
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
    dependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The SDKs of providers, the scripted model and the compiler, which the program imports on demand. */
function loadedOnDemand() {
  const { peerDependencies } = readManifest('packages/llm');
  return {
    ...installed('packages/llm', Object.keys(peerDependencies)),
    ...installed('examples/git-assistant', ['@copilotkit/aimock', 'typescript']),
  };
}

/** The versions that the workspace is tested with. */
function installed(folder, names) {
  return Object.fromEntries(
    names.map((name) => [name, readManifest(join(folder, 'node_modules', name)).version]),
  );
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}
