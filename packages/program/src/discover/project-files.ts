import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { compileGlob } from './glob.js';

export interface FileFilter {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Tests may contain marks, but are not part of the program. */
const TEST_FILES = ['**/*.{test,spec}.*', '**/__tests__/**'];

/** Creates a check for files that codegen ignores completely. It takes paths relative to the project's folder. */
export function createExclusion({ exclude = [] }: FileFilter): (file: string) => boolean {
  const excluded = [...TEST_FILES, ...exclude].map(compileGlob);
  return (file) => excluded.some((matches) => matches(file));
}

/** Returns the program's own sources that may contain tools, without declaration files, dependencies and files of other projects. */
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

/** Returns the program's own sources, without declaration files, dependencies and files of other projects. */
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
 * @throws ToolwrightError `INVALID_CONFIG` for a pattern in `include` that matches none of the files, because it would silently find no
 * tools.
 */
export function checkInclude({ include = [] }: FileFilter, files: readonly string[]): void {
  const idle = include.find((pattern) => !files.some(compileGlob(pattern)));
  if (idle === undefined) return;
  const amount = files.length === 1 ? 'the only source file' : `any of the ${files.length} source files`;
  throw new ToolwrightError(
    'INVALID_CONFIG',
    `The pattern '${idle}' in \`include\` does not match ${amount}.`,
    {
      blame: 'user',
      hint: "Patterns are relative to the tsconfig's folder, such as src/**/*.ts. Only files that the tsconfig selects, and files that these import, are read.",
    },
  );
}

/** Returns the files of referenced projects. Codegen reads these from source, but their tools belong to their own manifests. */
function referencedFiles(program: ts.Program): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (reference: ts.ResolvedProjectReference | undefined): void => {
    for (const file of reference?.commandLine.fileNames ?? []) files.add(file);
    reference?.references?.forEach(visit);
  };
  program.getResolvedProjectReferences()?.forEach(visit);
  return files;
}
