import path from 'node:path';
import type { Disk } from '../disk/disk.js';
import type { Command } from './package-commands.js';

export interface ViteUse {
  readonly commands: readonly Command[];
  /** Whether Vite may build the project's sources, because tsc writes no JavaScript. */
  readonly builds: boolean;
}

/**
 * Finds Vite or Vitest, with its version, if a script runs it on the project's sources and it does not compile their standard decorators.
 * Since version 8, Vite compiles these only with a plugin. Returns undefined in case of doubt.
 */
export function uncompiledByVite(dir: string, { commands, builds }: ViteUse, disk: Disk): string | undefined {
  const runs = (name: string): boolean =>
    commands.some(([program, ...args]) => program === name && !args.some((arg) => ELSEWHERE.test(arg)));
  const name = runs('vitest') ? 'vitest' : builds && runs('vite') ? 'vite' : undefined;
  if (name === undefined) return undefined;
  const folder = findPackage(dir, name, disk);
  if (folder === undefined) return undefined;
  // Vitest uses the Vite next to it, even if packages are symbolic links.
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

/** Matches a plugin that may compile decorators, or a configuration with plugins from another file. */
const MAY_COMPILE =
  /toolwright|swc|babel|esbuild|typescript|sucrase|decorator|mergeConfig|extends|['"]\.{1,2}\/|workspace|projects/i;

/** Options that select a configuration or sources in another folder. */
const ELSEWHERE = /^(?:-c|-r|--(?:config|root|dir|workspace|project))(?:=|$)/;

const CONFIGS = ['vite.config', 'vitest.config'].flatMap((name) =>
  ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `${name}.${extension}`),
);

/** Finds the folder of an installed package as Node.js does. */
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
