import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
// Beside the dependencies, so that what is not bundled is found from there.
const cache = join(workspace, 'examples/git-assistant/node_modules/.cache');

/** The command line as a program for a process of its own. */
export interface Program {
  readonly file: string;
  remove(): void;
}

export async function createProgram(): Promise<Program> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'test-'));
  const file = join(folder, 'dist/program.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20', // which has no decorators
    logLevel: 'silent',
    external: ['@copilotkit/aimock'],
    banner: {
      // What bundled CommonJS, such as the TypeScript compiler, takes for granted.
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
    },
    plugins: [workspaceSources()],
  });
  // Found by its place beside the code.
  cpSync(join(workspace, 'packages/capabilities/capabilities'), join(folder, 'capabilities'), {
    recursive: true,
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
