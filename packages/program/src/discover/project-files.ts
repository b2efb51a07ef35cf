import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { compileGlob } from './glob.js';

export interface FileFilter {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Tests may contain any marks, but are not part of the program. */
const TEST_FILES = ['**/*.{test,spec}.*', '**/__tests__/**'];

/** Creates the check for files that codegen ignores completely. It takes paths relative to the project's folder. */
export function createExclusion({ exclude = [] }: FileFilter): (file: string) => boolean {
  const excluded = [...TEST_FILES, ...exclude].map(compileGlob);
  return (file) => excluded.some((matches) => matches(file));
}

/** The program's own sources that may contain tools: no declarations, no dependencies, no files of other projects. */
export function selectSources(
  { program }: Compiler,
  filter: FileFilter,
  relative: (file: string) => string,
): ts.SourceFile[] {
  const isExcluded = createExclusion(filter);
  const included = filter.include?.map(compileGlob);
  return ownSources(program).filter((file) => {
    const name = relative(file.fileName);
    return !isExcluded(name) && (included?.some((matches) => matches(name)) ?? true);
  });
}

/** The program's own sources: no declarations, no dependencies, no files of other projects. */
export function ownSources(program: ts.Program): ts.SourceFile[] {
  const foreign = referencedFiles(program);
  return program
    .getSourceFiles()
    .filter(
      (file) =>
        !file.isDeclarationFile &&
        !file.fileName.endsWith('.json') &&
        !foreign.has(file.fileName) &&
        !program.isSourceFileFromExternalLibrary(file),
    );
}

/**
 * @param files Paths relative to the project's folder.
 * @throws ToolwrightError `INVALID_CONFIG` for a pattern of `include` that matches none of them, because it would silently find no tools.
 */
export function checkInclude({ include = [] }: FileFilter, files: readonly string[]): void {
  const idle = include.find((pattern) => !files.some(compileGlob(pattern)));
  if (idle === undefined) return;
  const amount = files.length === 1 ? 'the only source file' : `any of the ${files.length} source files`;
  throw new ToolwrightError('INVALID_CONFIG', `The pattern '${idle}' of include does not match ${amount}.`, {
    blame: 'user',
    hint: "Patterns are relative to the tsconfig's folder, e.g. src/**/*.ts, and only files that the tsconfig selects or that these import are read.",
  });
}

/** Codegen reads referenced projects from source, but their tools belong to their own manifests. */
function referencedFiles(program: ts.Program): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (reference: ts.ResolvedProjectReference | undefined): void => {
    for (const file of reference?.commandLine.fileNames ?? []) files.add(file);
    reference?.references?.forEach(visit);
  };
  program.getResolvedProjectReferences()?.forEach(visit);
  return files;
}
