import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { LIBRARY_MODULES } from '../discover/library-symbols.js';

/** Modules that export the type `Manifest`, the preferred one first. */
const LIBRARIES = ['toolwright', '@toolwright/tools', '@toolwright/contract'];

/**
 * The module from which the manifest imports its type: the one from which the sources import `tool`; where none does, as with JSDoc
 * tags only, the first that the project can resolve.
 * @param withValues The module needs `typedSchema` as well.
 */
export function manifestLibrary(
  imported: ReadonlySet<string>,
  outFile: string,
  { ts, program }: Compiler,
  withValues = false,
): string {
  const options: ts.CompilerOptions = program.getCompilerOptions();
  const resolves = (name: string): boolean =>
    ts.resolveModuleName(name, outFile, options, ts.sys).resolvedModule !== undefined;
  const libraries = LIBRARIES.filter((name) => !withValues || LIBRARY_MODULES.has(name));
  return libraries.find((name) => imported.has(name)) ?? libraries.find(resolves) ?? 'toolwright';
}
