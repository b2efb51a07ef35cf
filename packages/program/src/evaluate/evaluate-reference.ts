import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { findValue } from '../compiler/compiler-internals.js';
import { isChanged } from './changes.js';
import type { Constant, ConstantValue, Evaluation } from './constant.js';

export type Reference = ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression;

/**
 * Evaluates a name or a member: from its type if that is a single literal (constants, enum members, `as const` objects, read-only statics),
 * otherwise from the initializer of a `const`.
 */
export function evaluateReference(node: Reference, evaluation: Evaluation): Constant | undefined {
  const { compiler, scope } = evaluation;
  const { ts, checker } = compiler;
  const inScope = scope !== undefined && node.getSourceFile() === scope.file;
  const named = inScope ? symbolInScope(node, scope.at, compiler) : undefined;
  if (inScope && named === undefined) {
    if (!ts.isIdentifier(node)) return evaluateElement(node, evaluation);
    return node.text === 'undefined' ? { value: undefined } : undefined;
  }
  const literal = literalValue(
    named ? checker.getTypeOfSymbol(named) : checker.getTypeAtLocation(node),
    compiler,
  );
  if (literal !== undefined) return literal;
  const symbol = named ?? referencedSymbol(node, compiler);
  if (symbol !== undefined && checker.isUndefinedSymbol(symbol)) return { value: undefined };
  const declaration = symbol?.valueDeclaration;
  if (declaration !== undefined && ts.isVariableDeclaration(declaration)) {
    return evaluateVariable(declaration, evaluation);
  }
  return ts.isIdentifier(node) ? undefined : evaluateElement(node, evaluation);
}

/** Resolves `name`, `name.member` or `name['member']` at a node that does not contain the expression. */
function symbolInScope(node: ts.Expression, at: ts.Node, compiler: Compiler): ts.Symbol | undefined {
  const { ts, checker } = compiler;
  if (ts.isIdentifier(node)) {
    const symbol = findValue(ts, checker, node.text, at);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
  const key = memberName(node, compiler);
  const owner = key === undefined ? undefined : symbolInScope(node.expression, at, compiler);
  return owner && key !== undefined ? checker.getTypeOfSymbol(owner).getProperty(key) : undefined;
}

function memberName(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  { ts }: Compiler,
): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

/** Returns the declaration that a name or a member refers to, through imports and re-exports. */
export function referencedSymbol(
  node: Reference,
  { ts, checker }: Pick<Compiler, 'ts' | 'checker'>,
): ts.Symbol | undefined {
  const shorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
  const symbol = shorthand
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function literalValue(type: ts.Type, { ts, checker }: Compiler): Constant | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return { value: type.value };
  if (!(type.flags & ts.TypeFlags.BooleanLiteral)) return undefined;
  return { value: checker.typeToString(type) === 'true' };
}

/** Evaluates a `const`. An object must be `as const`, unless the options allow mutable objects. */
function evaluateVariable(
  declaration: ts.VariableDeclaration,
  { compiler, mutable, visited, evaluate }: Evaluation,
): Constant | undefined {
  const { ts } = compiler;
  const { initializer, parent } = declaration;
  const constant = ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0;
  if (!constant || initializer === undefined || visited.has(declaration)) return undefined;
  visited.add(declaration);
  const found = evaluate(initializer);
  visited.delete(declaration);
  if (typeof found?.value !== 'object' || found.value === null || isFrozen(initializer, ts)) return found;
  return mutable && !isChanged(compiler, declaration) ? found : undefined;
}

function isFrozen(node: ts.Expression, ts: Compiler['ts']): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node))
    return isFrozen(node.expression, ts);
  return (
    (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && ts.isConstTypeReference(node.type)
  );
}

/** Evaluates a member of a constant object or an element of a constant array. */
function evaluateElement(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  { compiler: { ts }, evaluate }: Evaluation,
): Constant | undefined {
  const key = ts.isPropertyAccessExpression(node) ? node.name.text : evaluate(node.argumentExpression)?.value;
  const holder = evaluate(node.expression)?.value;
  if (typeof holder !== 'object' || holder === null || (typeof key !== 'string' && typeof key !== 'number')) {
    return undefined;
  }
  const own = Object.getOwnPropertyDescriptor(holder, key);
  // An own data property of a ConstantValue is a ConstantValue.
  return own?.enumerable ? { value: own.value as ConstantValue } : undefined;
}
