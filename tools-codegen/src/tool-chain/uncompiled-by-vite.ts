import path from 'node:path';
import type { Disk } from '../disk/disk.js';
import type { Command } from './package-commands.js';

export interface ViteUse {
  readonly commands: readonly Command[];
  /** Whether Vite may build the project's sources: tsc writes no JavaScript. */
  readonly builds: boolean;
}

/**
 * The name of Vite or Vitest with its version if a script runs it on the project's sources, and it does not compile their standard
 * decorators: since version 8 Vite does so only with a plugin. Any plugin that may compile them counts.
 */
export function uncompiledByVite(dir: string, { commands, builds }: ViteUse, disk: Disk): string | undefined {
  const runs = (name: string): boolean => commands.some(([program]) => program === name);
  const name = runs('vitest') ? 'vitest' : builds && runs('vite') ? 'vite' : undefined;
  if (name === undefined) return undefined;
  const folder = findPackage(dir, name, disk);
  if (folder === undefined) return undefined;
  // Beside Vitest lies the Vite that it uses, also where packages are links.
  const vite = name === 'vite' ? folder : findPackage(disk.realpath(folder), 'vite', disk);
  if (vite === undefined || majorVersion(vite, disk) < FIRST_WITHOUT_DECORATORS) return undefined;
  const configs = CONFIGS.flatMap((file) => {
    const config = `${dir}/${file}`;
    return disk.fileExists(config) ? [disk.readFile(config) ?? ''] : [];
  });
  if (configs.some((text) => MAY_COMPILE.test(text))) return undefined;
  return `${name === 'vite' ? 'Vite' : 'Vitest'} ${majorVersion(folder, disk)}`;
}

const FIRST_WITHOUT_DECORATORS = 8;

const MAY_COMPILE = /toolwright|swc|babel|esbuild|typescript|sucrase|decorator/i;

const CONFIGS = ['vite.config', 'vitest.config'].flatMap((name) =>
  ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `${name}.${extension}`),
);

/** The folder of an installed package, as Node.js looks it up. */
function findPackage(dir: string, name: string, disk: Disk): string | undefined {
  for (let folder = dir; ; folder = path.posix.dirname(folder)) {
    const found = `${folder}/node_modules/${name}`;
    if (disk.fileExists(`${found}/package.json`)) return found;
    if (path.posix.dirname(folder) === folder) return undefined;
  }
}

function majorVersion(folder: string, disk: Disk): number {
  return Number(/"version"\s*:\s*"(\d+)\./.exec(disk.readFile(`${folder}/package.json`) ?? '')?.[1] ?? 0);
}
