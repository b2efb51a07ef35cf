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

/** Whether a module exports a symbol. */
export function isExported(symbol: ts.Symbol, source: ts.SourceFile, { checker }: Compiler): boolean {
  const module = checker.getSymbolAtLocation(source);
  if (module === undefined) return false;
  return checker.getExportsOfModule(module).some((one) => {
    const target = one.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    return target === symbol;
  });
}
