import type { JsonValue } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { Constant, Evaluation } from './constant.js';

export type Reference = ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression;

/**
 * Evaluates a name or a member: from its type if that is a single literal (constants, enum members, `as const` objects, read-only
 * statics), else from the initializer of a `const`.
 */
export function evaluateReference(node: Reference, evaluation: Evaluation): Constant | undefined {
  const { ts, checker } = evaluation.compiler;
  const literal = literalValue(node, evaluation.compiler);
  if (literal !== undefined) return literal;
  const symbol = referencedSymbol(node, evaluation.compiler);
  if (symbol !== undefined && checker.isUndefinedSymbol(symbol)) return { value: undefined };
  const declaration = symbol?.valueDeclaration;
  if (declaration !== undefined && ts.isVariableDeclaration(declaration)) {
    return evaluateVariable(declaration, evaluation);
  }
  return ts.isIdentifier(node) ? undefined : evaluateElement(node, evaluation);
}

function referencedSymbol(node: Reference, { ts, checker }: Compiler): ts.Symbol | undefined {
  const shorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
  const symbol = shorthand
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function literalValue(node: Reference, { ts, checker }: Compiler): Constant | undefined {
  const type = checker.getTypeAtLocation(node);
  if (type.isStringLiteral() || type.isNumberLiteral()) return { value: type.value };
  if (!(type.flags & ts.TypeFlags.BooleanLiteral)) return undefined;
  return { value: checker.typeToString(type) === 'true' };
}

/** Evaluates a `const`. An object must be `as const`, unless the options allow mutable objects. */
function evaluateVariable(
  declaration: ts.VariableDeclaration,
  { compiler: { ts }, mutable, visited, evaluate }: Evaluation,
): Constant | undefined {
  const { initializer, parent } = declaration;
  const constant = ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0;
  if (!constant || initializer === undefined || visited.has(declaration)) return undefined;
  const found = evaluate(initializer, new Set([...visited, declaration]));
  if (typeof found?.value !== 'object' || found.value === null) return found;
  return mutable || isFrozen(initializer, ts) ? found : undefined;
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
  // An own data property of a JsonValue is a JsonValue.
  return own?.enumerable ? { value: own.value as JsonValue } : undefined;
}
