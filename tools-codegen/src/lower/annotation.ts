import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';

/**
 * A type as it was written, beside the type that the checker made of it: only the writing knows the order of union members
 * and the names of aliases of primitives. It is a hint: where it does not match the type, it is ignored.
 */
export interface Annotation {
  readonly node: ts.TypeNode;
  /** What the type parameters in scope of `node` stand for. */
  readonly bindings: Bindings;
}

export type Bindings = ReadonlyMap<ts.Symbol, Annotation>;

export const noBindings: Bindings = new Map();

/** An annotation with the aliases that were looked through on the way, the nearest first. */
export interface Followed {
  readonly annotation: Annotation;
  readonly aliases: readonly ts.Symbol[];
}

/** Looks through parentheses, `readonly`, type parameters and aliases down to what is really written. */
export function followAnnotation(compiler: Compiler, start: Annotation): Followed {
  const aliases: ts.Symbol[] = [];
  let annotation = start;
  // Aliases cannot be circular in a valid program; in a broken one they must not hang it.
  for (let steps = 0; steps < 100; steps += 1) {
    const next = followOnce(compiler, annotation);
    if (next === undefined) break;
    if (next.alias !== undefined) aliases.push(next.alias);
    annotation = next.annotation;
  }
  return { annotation, aliases };
}

/** What the type arguments written at a reference bind; empty where the target takes none. */
export function bindArguments(
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  reference: ts.NodeWithTypeArguments,
  outer: Bindings,
  checker: ts.TypeChecker,
): Bindings {
  if (parameters === undefined || parameters.length === 0) return noBindings;
  const bindings = new Map<ts.Symbol, Annotation>();
  parameters.forEach((parameter, index) => {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const argument = reference.typeArguments?.[index];
    if (symbol === undefined) return;
    if (argument !== undefined) bindings.set(symbol, { node: argument, bindings: outer });
    else if (parameter.default !== undefined) bindings.set(symbol, { node: parameter.default, bindings });
  });
  return bindings;
}

/** The symbol that a type reference names, imports resolved. */
export function referencedSymbol(
  checker: ts.TypeChecker,
  ts_: typeof ts,
  name: ts.Node,
): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && (symbol.flags & ts_.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

/** The declaration of a type alias, where the symbol is one. */
export function aliasDeclaration(symbol: ts.Symbol, ts_: typeof ts): ts.TypeAliasDeclaration | undefined {
  return symbol.declarations?.find(ts_.isTypeAliasDeclaration);
}

function followOnce(
  { ts, checker }: Compiler,
  { node, bindings }: Annotation,
): { annotation: Annotation; alias?: ts.Symbol } | undefined {
  if (ts.isParenthesizedTypeNode(node) || ts.isOptionalTypeNode(node))
    return { annotation: { node: node.type, bindings } };
  if (ts.isNamedTupleMember(node)) return { annotation: { node: node.type, bindings } };
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) {
    return { annotation: { node: node.type, bindings } };
  }
  if (!ts.isTypeReferenceNode(node)) return undefined;
  const symbol = referencedSymbol(checker, ts, node.typeName);
  if (symbol === undefined) return undefined;
  const bound = bindings.get(symbol);
  if (bound !== undefined) return { annotation: bound };
  const declaration = aliasDeclaration(symbol, ts);
  if (declaration === undefined) return undefined;
  const inner = bindArguments(declaration.typeParameters, node, bindings, checker);
  return { annotation: { node: declaration.type, bindings: inner }, alias: symbol };
}
