import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { compileGlob } from './glob.js';

export interface FileFilter {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Tests may mark what they like: it is not part of the program. */
const TEST_FILES = ['**/*.{test,spec}.*', '**/__tests__/**'];

/** Whether codegen leaves a file alone altogether; paths as seen from the project's folder. */
export function createExclusion({ exclude = [] }: FileFilter): (file: string) => boolean {
  const excluded = [...TEST_FILES, ...exclude].map(compileGlob);
  return (file) => excluded.some((matches) => matches(file));
}

/** The program's own sources in which tools are sought: no declarations, no dependencies, no other project's files. */
export function selectSources(
  { program }: Compiler,
  filter: FileFilter,
  relative: (file: string) => string,
): ts.SourceFile[] {
  const isExcluded = createExclusion(filter);
  const included = filter.include?.map(compileGlob);
  const foreign = referencedFiles(program);
  return program.getSourceFiles().filter((file) => {
    if (file.isDeclarationFile || file.fileName.endsWith('.json') || foreign.has(file.fileName)) return false;
    if (program.isSourceFileFromExternalLibrary(file)) return false;
    const name = relative(file.fileName);
    return !isExcluded(name) && (included?.some((matches) => matches(name)) ?? true);
  });
}

/** Codegen reads referenced projects from their sources; their tools belong to their own manifests. */
function referencedFiles(program: ts.Program): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (reference: ts.ResolvedProjectReference | undefined): void => {
    for (const file of reference?.commandLine.fileNames ?? []) files.add(file);
    reference?.references?.forEach(visit);
  };
  program.getResolvedProjectReferences()?.forEach(visit);
  return files;
}
