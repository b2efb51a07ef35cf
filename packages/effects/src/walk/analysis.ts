import type { Disk } from '@toolwright/program';
import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { EffectLookup } from '../packages/effect-lookup.js';
import { type CodeTypes, createCodeTypes } from '../sources/code-types.js';
import type { DeclaredTypes } from '../sources/declared-types.js';
import { createImplementations, type Implementations } from '../sources/implementations.js';
import { createPlaceTypes, type PlaceTypes } from '../sources/place-types.js';
import { indexSources, type SourceIndex } from '../sources/source-index.js';
import { createSymbolLookup } from '../sources/symbol-lookup.js';
import { createDeclaredNames, type DeclaredNames } from './externals.js';
import { findTemporaryFiles, type TemporaryFiles } from './temporary-files.js';

/** The data that is needed to read a code unit. */
export interface Analysis {
  readonly compiler: Compiler;
  readonly types: CodeTypes;
  readonly places: PlaceTypes;
  readonly declared: DeclaredTypes;
  readonly index: SourceIndex;
  readonly implementations: Implementations;
  readonly declaredNames: DeclaredNames;
  readonly lookup: EffectLookup;
  readonly temporary: TemporaryFiles;
  /** Whether a file is read as code: the program's own files, and those of followed packages. */
  isOwn(file: ts.SourceFile): boolean;
  /** Whether a function is a tool, so that its result is converted to JSON. */
  isTool(unit: ts.Node): boolean;
  /** Whether a symbol is Toolwright's `tool`, which only marks its argument. */
  isMark(symbol: ts.Symbol | undefined): boolean;
  /** Returns the symbol of a name, with imports resolved; undefined if it cannot be resolved. */
  symbolOf(node: ts.Node): ts.Symbol | undefined;
}

export interface AnalysisOptions {
  readonly compiler: Compiler;
  /** The files to search for implementations: those of the program, without tests. */
  readonly files: readonly ts.SourceFile[];
  readonly lookup: EffectLookup;
  readonly disk: Disk;
  isTool(unit: ts.Node): boolean;
  isMark(symbol: ts.Symbol | undefined): boolean;
}

export function createAnalysis({ compiler, files, lookup, disk, isTool, isMark }: AnalysisOptions): Analysis {
  const { program } = compiler;
  const index = indexSources(files, compiler);
  const { symbolOf, declared } = createSymbolLookup(compiler, index.extended);
  const types = createCodeTypes(compiler);
  const isOwn = (file: ts.SourceFile) =>
    !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file);
  return {
    compiler,
    types,
    places: createPlaceTypes(compiler, types, isOwn),
    declared,
    index,
    implementations: createImplementations(index, compiler, symbolOf),
    declaredNames: createDeclaredNames(compiler, disk),
    lookup,
    temporary: findTemporaryFiles(files, compiler),
    isTool,
    isMark,
    isOwn,
    symbolOf,
  };
}
