import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { namesIn } from '../nodes-in.js';

/** Where constants are used. */
export type References = ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>;

/** Finds where a project uses constants, through imports and re-exports. Leaves out their declarations, imports and exports. */
export function findReferences(
  constants: ReadonlySet<ts.Symbol>,
  sources: readonly ts.SourceFile[],
  { checker }: Compiler,
): References {
  const found = new Map<ts.Symbol, ts.Identifier[]>([...constants].map((symbol) => [symbol, []]));
  const members = new Set([...constants].map(({ name }) => name));
  for (const source of sources) {
    // A name leads to a constant only if the file declares or imports one that does.
    const locals = new Map<string, boolean>();
    for (const name of namesIn(source, members)) {
      if (isDeclaration(name)) continue;
      const key = typescript.isPropertyAccessExpression(name.parent) ? name.parent.getText() : name.text;
      if (locals.get(key) === false) continue;
      const symbol = targetOf(name, checker);
      const uses = symbol && found.get(symbol);
      if (uses !== undefined) uses.push(name);
      else if (symbol === undefined || isGlobal(symbol)) locals.set(key, false);
    }
  }
  return found;
}

function isDeclaration(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    typescript.isImportSpecifier(parent) ||
    typescript.isExportSpecifier(parent) ||
    typescript.isImportClause(parent) ||
    typescript.isNamespaceImport(parent) ||
    (typescript.isVariableDeclaration(parent) && parent.name === node)
  );
}

function isGlobal({ declarations = [] }: ts.Symbol): boolean {
  return declarations.length > 0 && declarations.every((one) => one.getSourceFile().isDeclarationFile);
}

function targetOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol =
    typescript.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
  if (symbol === undefined) return undefined;
  return symbol.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
