import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Something that a person should know about a place. */
export interface Note {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Returns a note at the place of a node. */
export function noteAt(node: ts.Node, text: string, relative: (file: string) => string): Note {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return { file: relative(source.fileName), line: line + 1, text };
}

/** Whether a node stands within a function, which runs later than its module. */
export function runsLater(node: ts.Node): boolean {
  let outer = node.parent;
  while (outer !== undefined && !typescript.isSourceFile(outer)) {
    if (typescript.isFunctionLike(outer)) return true;
    outer = outer.parent;
  }
  return false;
}

/** Returns what a module exports. */
export function exportedSymbols(source: ts.SourceFile, { checker }: Compiler): ReadonlySet<ts.Symbol> {
  const module = checker.getSymbolAtLocation(source);
  const all = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Set(
    all.map((one) => (one.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one)),
  );
}
