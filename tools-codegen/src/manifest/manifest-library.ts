import type { Disk } from '@toolwright/program';
import { type Compiler, LIBRARY_MODULES, moduleHost } from '@toolwright/program/compiler';
import { type Diagnostic, getRule } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { FileReading } from '../reading/file-reading.js';

/** Modules that export the type `Manifest`, in order of preference. */
const LIBRARIES = ['toolwright', '@toolwright/tools', '@toolwright/contract'];

/**
 * Finds the module from which the manifest imports its type: the module from which the sources import `tool`. If there is none, as in
 * projects with only JSDoc tags, it is the first module that the project can resolve. With schemas, the module must also export
 * `typedSchema`.
 */
export function manifestLibrary(
  readings: readonly FileReading[],
  outFile: string,
  { ts, program }: Compiler,
  disk: Disk,
): string {
  const options: ts.CompilerOptions = program.getCompilerOptions();
  const resolves = (name: string): boolean => resolvesFrom(outFile, name, ts, options, disk);
  const imported = new Set(readings.map(({ library }) => library));
  const withValues = readings.some(({ schemas }) => schemas.length > 0);
  const libraries = LIBRARIES.filter((name) => !withValues || LIBRARY_MODULES.has(name));
  return libraries.find((name) => imported.has(name)) ?? libraries.find(resolves) ?? 'toolwright';
}

/**
 * Returns the readings, with a diagnostic at the first tool or schema if the generated module would not compile. In JavaScript, only types
 * depend on the library.
 */
export function withLibraryProblem(
  readings: readonly FileReading[],
  library: string,
  outFile: string,
  { ts, program }: Compiler,
  disk: Disk,
): readonly FileReading[] {
  const first = readings.find(({ tools, schemas }) => tools.length + schemas.length > 0);
  const at = (first?.tools[0] ?? first?.schemas[0])?.at;
  if (at === undefined || !/\.[mc]?ts$/.test(outFile)) return readings;
  if (resolvesFrom(outFile, library, ts, program.getCompilerOptions(), disk)) return readings;
  const { severity, fix: hint } = getRule('TW1003');
  const message = `The generated module imports \`${library}\`, which the compiler cannot find.`;
  const problem: Diagnostic = { code: 'TW1003', severity, message, hint, ...at };
  return readings.map((one) =>
    one === first ? { ...one, diagnostics: [...one.diagnostics, problem] } : one,
  );
}

function resolvesFrom(
  outFile: string,
  name: string,
  { resolveModuleName }: typeof ts,
  options: ts.CompilerOptions,
  disk: Disk,
): boolean {
  return resolveModuleName(name, outFile, options, moduleHost(disk)).resolvedModule !== undefined;
}
