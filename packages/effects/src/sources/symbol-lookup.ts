import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { createDeclaredTypes, type DeclaredTypes } from './declared-types.js';

export interface SymbolLookup {
  /** The symbol of a name, imports resolved; undefined if it leads nowhere. */
  symbolOf(node: ts.Node): ts.Symbol | undefined;
  readonly declared: DeclaredTypes;
}

/**
 * Asks declarations first, and the checker where they do not suffice. Remembers its answers.
 * @param extended The names that the program extends.
 */
export function createSymbolLookup(compiler: Compiler, extended: ReadonlySet<string>): SymbolLookup {
  const { ts, checker } = compiler;
  const named = (node: ts.Node): ts.Symbol | undefined => {
    if (ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node)
      return checker.getShorthandAssignmentValueSymbol(node.parent);
    if (ts.isPropertyAccessExpression(node)) {
      const method = node.questionDotToken ? undefined : declared.methodOf(node.expression, node.name.text);
      return method ?? checker.getSymbolAtLocation(node.name);
    }
    if (ts.isElementAccessExpression(node)) return checker.getSymbolAtLocation(node.argumentExpression);
    return checker.getSymbolAtLocation(node);
  };
  const find = (node: ts.Node): ts.Symbol | undefined => {
    const symbol = named(node);
    return symbol && resolveAlias(symbol, compiler);
  };
  // Each name is looked at several times, and the checker walks up from it each time.
  const known = new Map<ts.Node, ts.Symbol | undefined>();
  const symbolOf = (node: ts.Node): ts.Symbol | undefined => {
    const before = known.get(node);
    if (before !== undefined || known.has(node)) return before;
    const symbol = find(node);
    known.set(node, symbol);
    return symbol;
  };
  const declared = createDeclaredTypes(compiler, symbolOf, extended);
  return { symbolOf, declared };
}

/** What a name stands for that a module imports or passes on; undefined if it leads nowhere. */
export function resolveAlias(symbol: ts.Symbol, { ts, checker }: Compiler): ts.Symbol | undefined {
  if (!(symbol.flags & ts.SymbolFlags.Alias)) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  return checker.isUnknownSymbol(target) ? undefined : target;
}
