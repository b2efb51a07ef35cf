import path from 'node:path';
import type { ts } from 'ts-morph';
import { isLibraryFile } from './compiler-host.js';
import { slashed } from './slashed.js';

/** The relations between a file and the other files of its program. */
export interface ProgramFile {
  /** The files that this file imports or references. */
  readonly imports: readonly string[];
  /** Whether it declares something that is visible in every file without an import. */
  readonly global: boolean;
}

/** All files of a program except the standard library, by path. */
export type ProgramFiles = Readonly<Record<string, ProgramFile>>;

/** @param importsOf Returns the resolved imports of a file. */
export function describeProgram(
  program: ts.Program,
  importsOf: (source: ts.SourceFile) => Iterable<string>,
  ts_: typeof ts,
): ProgramFiles {
  const files: Record<string, ProgramFile> = {};
  for (const source of program.getSourceFiles()) {
    const { fileName } = source;
    if (isLibraryFile(fileName)) continue;
    const { referred, global } = describeSource(source, ts_);
    files[fileName] = { imports: [...importsOf(source), ...referred], global };
  }
  return files;
}

/** Facts from the file's own text. Programs share them for unchanged files. */
interface SourceDescription {
  readonly referred: readonly string[];
  readonly global: boolean;
}

const described = new WeakMap<ts.SourceFile, SourceDescription>();

function describeSource(source: ts.SourceFile, ts_: typeof ts): SourceDescription {
  const known = described.get(source);
  if (known !== undefined) return known;
  const dir = path.dirname(source.fileName);
  const referred = source.referencedFiles.map(({ fileName }) => slashed(path.resolve(dir, fileName)));
  const description = { referred, global: isGlobal(source, ts_) };
  described.set(source, description);
  return description;
}

/** Whether a file is a script, or a module that augments another module or the global scope. */
function isGlobal(source: ts.SourceFile, ts_: typeof ts): boolean {
  if (source.fileName.endsWith('.json')) return false;
  if (!ts_.isExternalModule(source)) return true;
  return source.statements.some(
    (statement) =>
      ts_.isNamespaceExportDeclaration(statement) ||
      (ts_.isModuleDeclaration(statement) &&
        (ts_.isStringLiteral(statement.name) || (statement.flags & ts_.NodeFlags.GlobalAugmentation) !== 0)),
  );
}
