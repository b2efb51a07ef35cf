import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * A type as written, in addition to the checker's type: only the source shows the order of union members and the aliases of primitives. It
 * is only a hint, and is ignored if it does not match the type.
 */
export interface Annotation {
  readonly node: ts.TypeNode;
  /** The types bound to the type parameters in the scope of `node`. */
  readonly bindings: Bindings;
}

export type Bindings = ReadonlyMap<ts.Symbol, Annotation>;

export const noBindings: Bindings = new Map();

/** An annotation with the aliases that led to it, nearest first. */
export interface Followed {
  readonly annotation: Annotation;
  readonly aliases: readonly ts.Symbol[];
}

/**
 * Resolves parentheses, `readonly`, type parameters and aliases.
 * @param end An alias at whose use the resolution stops.
 */
export function followAnnotation(compiler: Compiler, start: Annotation, end?: ts.Symbol): Followed {
  const aliases: ts.Symbol[] = [];
  let annotation = start;
  // Valid programs have no circular aliases, but invalid programs must not cause an endless loop.
  for (let steps = 0; steps < 100; steps += 1) {
    const next = followOnce(compiler, annotation);
    if (next === undefined || (end !== undefined && next.alias === end)) break;
    if (next.alias !== undefined) aliases.push(next.alias);
    annotation = next.annotation;
  }
  return { annotation, aliases };
}

/** Binds type parameters to the type arguments of a reference. */
export function bindArguments(
  { checker }: Compiler,
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  written: readonly ts.TypeNode[] | undefined,
  outer: Bindings,
): Bindings {
  if (parameters === undefined || parameters.length === 0) return noBindings;
  const bindings = new Map<ts.Symbol, Annotation>();
  parameters.forEach((parameter, index) => {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    if (symbol === undefined) return;
    const argument = written?.[index];
    if (argument !== undefined) bindings.set(symbol, { node: argument, bindings: outer });
    else if (parameter.default !== undefined) bindings.set(symbol, { node: parameter.default, bindings });
  });
  return bindings;
}

/** Returns the symbol of a reference, with imports resolved; undefined for other nodes. */
export function referencedSymbol({ ts, checker }: Compiler, node: ts.Node): ts.Symbol | undefined {
  const name = referenceName(ts, node);
  if (name === undefined) return undefined;
  const known = resolvedNames.get(checker) ?? new Map<ts.Node, Resolved>();
  resolvedNames.set(checker, known);
  const found = known.get(name) ?? { symbol: resolveName(ts, checker, name) };
  known.set(name, found);
  return found.symbol;
}

interface Resolved {
  readonly symbol: ts.Symbol | undefined;
}

/** A cache, because the checker would otherwise search all scopes for a name each time. */
const resolvedNames = new WeakMap<ts.TypeChecker, Map<ts.Node, Resolved>>();

function resolveName(ts_: typeof ts, checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && (symbol.flags & ts_.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

function referenceName(ts_: typeof ts, node: ts.Node): ts.Node | undefined {
  if (ts_.isTypeReferenceNode(node)) return node.typeName;
  if (ts_.isImportTypeNode(node)) return node.isTypeOf ? undefined : node.qualifier;
  return ts_.isExpressionWithTypeArguments(node) ? node.expression : undefined;
}

export function writtenArguments(ts_: typeof ts, node: ts.Node): readonly ts.TypeNode[] {
  if (
    ts_.isTypeReferenceNode(node) ||
    ts_.isImportTypeNode(node) ||
    ts_.isExpressionWithTypeArguments(node)
  ) {
    return node.typeArguments ?? [];
  }
  return [];
}

function followOnce(
  compiler: Compiler,
  { node, bindings }: Annotation,
): { annotation: Annotation; alias?: ts.Symbol } | undefined {
  const { ts } = compiler;
  const inner = innerNode(ts, node);
  if (inner !== undefined) return { annotation: { node: inner, bindings } };
  const symbol = referencedSymbol(compiler, node);
  if (symbol === undefined) return undefined;
  const bound = bindings.get(symbol);
  if (bound !== undefined) return { annotation: bound };
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (declaration === undefined) return undefined;
  const body = bindArguments(compiler, declaration.typeParameters, writtenArguments(ts, node), bindings);
  return { annotation: { node: declaration.type, bindings: body }, alias: symbol };
}

/** Returns the node inside a wrapper that does not change the type's members. */
function innerNode(ts_: typeof ts, node: ts.TypeNode): ts.TypeNode | undefined {
  if (ts_.isParenthesizedTypeNode(node) || ts_.isOptionalTypeNode(node) || ts_.isNamedTupleMember(node))
    return node.type;
  return ts_.isTypeOperatorNode(node) && node.operator === ts_.SyntaxKind.ReadonlyKeyword
    ? node.type
    : undefined;
}
