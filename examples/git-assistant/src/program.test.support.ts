import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
// Near the dependencies, so that modules that are not bundled resolve.
const cache = join(workspace, 'examples/git-assistant/node_modules/.cache');
/** Not whole packages: on Node 20, `readdirSync` follows the links in their `node_modules`, to 200,000 files. */
const SOURCES = [
  ...readdirSync(join(workspace, 'packages')).map((name) => `packages/${name}/src`),
  'packages/capabilities/capabilities',
  'examples/git-assistant/src',
];
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;

/** The command line as a program that runs in its own process. */
export interface Program {
  readonly file: string;
}

/** Bundles the program once for all suites, and again when a source has changed. */
export async function createProgram(): Promise<Program> {
  const folder = join(cache, `program-${fingerprintOfSources()}`);
  const file = 'dist/program.mjs';
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    removeOld();
    const draft = mkdtempSync(join(cache, 'draft-'));
    await bundle(join(draft, 'dist'));
    // The program finds this folder beside its code.
    cpSync(join(workspace, 'packages/capabilities/capabilities'), join(draft, 'capabilities'), {
      recursive: true,
    });
    try {
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // Another suite finished the same bundle first.
      if (!existsSync(folder)) throw error;
    }
  }
  return { file: join(folder, file) };
}

async function bundle(outdir: string): Promise<void> {
  await build({
    entryPoints: { program: fileURLToPath(new URL('main.ts', import.meta.url)) },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20', // which has no decorators
    logLevel: 'silent',
    // Loaded on demand; the compiler would make up most of the bundle.
    external: ['@copilotkit/aimock', 'typescript'],
    banner: {
      // Globals that bundled CommonJS code needs.
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
    },
    plugins: [workspaceSources()],
  });
}

/** A hash of everything that may be bundled: the sources of the workspace, and the versions of the other packages. */
function fingerprintOfSources(): string {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const names = readdirSync(join(workspace, folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /(\.ts|\.toml)$/.test(name) && !name.endsWith('.test.ts'),
    );
    for (const name of names.sort()) {
      hash.update(`${folder}/${name}\0`);
      hash.update(readFileSync(join(workspace, folder, name)));
    }
  }
  return hash
    .update(readFileSync(join(workspace, 'pnpm-lock.yaml')))
    .digest('hex')
    .slice(0, 16);
}

function removeOld(): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    if (Date.now() - statSync(folder).mtimeMs > MAX_AGE_MS) rmSync(folder, { recursive: true, force: true });
  }
}
