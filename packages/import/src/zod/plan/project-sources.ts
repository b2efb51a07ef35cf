import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** What a migration reads. */
export interface ProjectSources {
  readonly compiler: Compiler;
  /** The files whose tools are migrated. */
  readonly selected: readonly ts.SourceFile[];
  /** All files of the project, which may use the tools. */
  readonly sources: readonly ts.SourceFile[];
  readonly relative: (file: string) => string;
  /** Returns the specifier for a module of the project, as a file imports it. */
  readonly specifierOf: (from: ts.SourceFile, file: string) => string;
  readonly manifestFile: string;
  /** Constants whose values are not those of their declarations. */
  readonly changed: ReadonlySet<ts.Symbol>;
  /** Tools that must stay as they are, by their calls, with the reason. */
  readonly refused: ReadonlyMap<ts.Node, { readonly node: ts.Node; readonly reason: string }>;
}
