import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';

const packages = fileURLToPath(new URL('../..', import.meta.url));

export interface TestPrograms {
  /** A folder for the files of the programs. */
  readonly folder: string;
  /** Bundles a file of this package from the current sources, and returns the program for Node. */
  bundle(source: URL): Promise<string>;
  remove(): void;
}

/**
 * Programs that run in their own processes, which tests can kill.
 * @param owner the folder of the package whose dependencies they have
 */
export function createPrograms(owner = 'store'): TestPrograms {
  // Near the package's dependencies, so that a bundled program finds the native ones.
  const place = join(packages, owner, 'node_modules');
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, '.programs-'));
  return {
    folder,
    bundle: async (source) => {
      const outfile = join(folder, 'program.mjs');
      await build({
        entryPoints: [fileURLToPath(source)],
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'node',
        // Without `module`: the packages as Node.js runs them, only in one file.
        conditions: [],
        logLevel: 'silent',
        external: [
          ...['@libsql/client', '@dbos-inc/dbos-sdk', 'pg'],
          ...['@jitl/quickjs-wasmfile-release-sync', 'quickjs-emscripten-core', 'typescript'],
          ...['openai', '@anthropic-ai/sdk', '@google/genai', 'groq-sdk', 'ollama'],
        ],
        banner: {
          js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
        },
        plugins: [workspaceSources()],
      });
      return outfile;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
