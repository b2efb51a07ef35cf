import path from 'node:path';
import type { Disk } from '../disk/disk.js';
import type { Command } from './package-commands.js';

/**
 * Returns the absolute paths of the sources that a script runs with `node file.ts`, which removes types and compiles nothing else: the file
 * and all its imports. Node.js resolves only specifiers with the extension of the source.
 */
export function nodeSources(dir: string, commands: readonly Command[], disk: Disk): readonly string[] {
  const reached = new Set(commands.flatMap((command) => entryOf(dir, command) ?? []));
  // A loop over a set also visits the elements added during the loop.
  for (const file of reached) {
    const text = disk.fileExists(file) ? disk.readFile(file) : undefined;
    for (const [, specifier = ''] of (text ?? '').matchAll(IMPORT))
      reached.add(path.posix.join(path.posix.dirname(file), specifier));
  }
  return [...reached];
}

/** Matches imports of values. Type imports are removed together with the types. */
const IMPORT = /\b(?:import|export)\b(?!\s{1,100}type\b)[^'"`;]{0,500}?["'](\.{1,2}\/[^'"\n]+\.[cm]?ts)["']/g;

/** Returns undefined if the command does not run TypeScript, or uses a loader that may compile it. */
function entryOf(dir: string, [program, ...args]: Command): string | undefined {
  if (program !== 'node' || args.some((arg) => LOADER.test(arg))) return undefined;
  const file = args.find((arg) => !arg.startsWith('-'));
  if (file === undefined || !/(?<!\.d)\.[cm]?ts$/.test(file)) return undefined;
  return path.posix.resolve(dir, file);
}

const LOADER = /^(?:--import|--(?:experimental-)?loader|--require|-r)(?:=|$)/;
