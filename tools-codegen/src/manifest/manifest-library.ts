import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { moduleHost } from '../compiler/module-host.js';
import { LIBRARY_MODULES } from '../discover/library-symbols.js';
import type { Disk } from '../disk/disk.js';
import type { FileReading } from '../reading/file-reading.js';

/** Modules that export the type `Manifest`, in order of preference. */
const LIBRARIES = ['toolwright', '@toolwright/tools', '@toolwright/contract'];

/**
 * Finds the module from which the manifest imports its type: the one from which the sources import `tool`. If none does, as with JSDoc
 * tags only, it is the first module that the project can resolve. With schemas, the module must also export `typedSchema`.
 */
export function manifestLibrary(
  readings: readonly FileReading[],
  outFile: string,
  { ts, program }: Compiler,
  disk: Disk,
): string {
  const options: ts.CompilerOptions = program.getCompilerOptions();
  const resolves = (name: string): boolean =>
    ts.resolveModuleName(name, outFile, options, moduleHost(disk)).resolvedModule !== undefined;
  const imported = new Set(readings.map(({ library }) => library));
  const withValues = readings.some(({ schemas }) => schemas.length > 0);
  const libraries = LIBRARIES.filter((name) => !withValues || LIBRARY_MODULES.has(name));
  return libraries.find((name) => imported.has(name)) ?? libraries.find(resolves) ?? 'toolwright';
}
