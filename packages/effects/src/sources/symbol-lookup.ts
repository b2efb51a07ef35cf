import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { createDeclaredTypes, type DeclaredTypes } from './declared-types.js';

export interface SymbolLookup {
  /** Returns the symbol of a name, with imports resolved; undefined if it cannot be resolved. */
  symbolOf(node: ts.Node): ts.Symbol | undefined;
  readonly declared: DeclaredTypes;
}

/**
 * Reads declarations first, and asks the checker if they are not sufficient. Results are cached.
 * @param extended The names of the classes that the program extends.
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
  // A cache, because each name is looked up several times and the checker would search its scopes each time.
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

/** Returns the target of a name that a module imports or re-exports; undefined if it cannot be resolved. */
export function resolveAlias(symbol: ts.Symbol, { ts, checker }: Compiler): ts.Symbol | undefined {
  if (!(symbol.flags & ts.SymbolFlags.Alias)) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  return checker.isUnknownSymbol(target) ? undefined : target;
}
