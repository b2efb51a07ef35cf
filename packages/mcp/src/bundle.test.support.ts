import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';

const packages = fileURLToPath(new URL('../..', import.meta.url));
// Inside the package, so that its dependencies resolve.
const cache = join(packages, 'mcp/node_modules/.cache');

/** Programs that run in their own processes, bundled from the sources. */
export interface Bundle {
  /** The program made from a file of this package. */
  readonly program: string;
  remove(): void;
}

export async function bundle(source: URL): Promise<Bundle> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'test-'));
  const program = join(folder, 'program.mjs');
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Decorators are compiled.
    target: 'es2023',
    logLevel: 'silent',
    external: ['@modelcontextprotocol/*'],
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources()],
  });
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
