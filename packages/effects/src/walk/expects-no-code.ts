import { wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

/**
 * Whether declarations alone show that no code is expected where an expression is used. This avoids inferring the types of the expression
 * and of the call that contains it.
 * @param outer The expression with its wrappers.
 */
export function expectsNoCode(outer: ts.Expression, analysis: Analysis): boolean {
  const { compiler, places } = analysis;
  const { ts } = compiler;
  let place = outer;
  let isCode = places.becomesCode;
  for (;;) {
    const { parent } = place;
    if (ts.isExpressionStatement(parent)) return true;
    const types = declaredAt(place, analysis);
    if (types !== undefined) return !types.some(isCode);
    const next = around(place, ts);
    // The type of a cast determines what its operand becomes.
    if (next === undefined || wrapped(next, ts) !== next) return false;
    if (!ts.isAwaitExpression(next)) isCode = places.mayHoldCode;
    place = next;
  }
}

/** Returns the enclosing expression whose use determines what is expected of the inner expression. */
function around({ parent }: ts.Node, ts_: typeof ts): ts.Expression | undefined {
  if (ts_.isAwaitExpression(parent) || ts_.isArrayLiteralExpression(parent)) return parent;
  if (ts_.isPropertyAssignment(parent) || ts_.isShorthandPropertyAssignment(parent)) return parent.parent;
  return undefined;
}

/** Returns the types that declarations expect of an expression; undefined if declarations are not sufficient. */
function declaredAt(place: ts.Expression, analysis: Analysis): readonly ts.Type[] | undefined {
  const { ts } = analysis.compiler;
  const { parent } = place;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return declaredForArgument(place, parent, analysis);
  // In JavaScript, comments declare the types.
  if ((parent.flags & ts.NodeFlags.JavaScriptFile) !== 0) return undefined;
  if (ts.isReturnStatement(parent))
    return declaredForResult(ts.findAncestor(parent, ts.isFunctionLike), analysis);
  if (ts.isArrowFunction(parent)) return declaredForResult(parent, analysis);
  if (!ts.isVariableDeclaration(parent)) return undefined;
  if (parent.type !== undefined) return [analysis.compiler.checker.getTypeFromTypeNode(parent.type)];
  return ts.isIdentifier(parent.name) ? [] : undefined;
}

function declaredForResult(
  owner: ts.SignatureDeclaration | undefined,
  { compiler: { ts, checker } }: Analysis,
): readonly ts.Type[] | undefined {
  if (owner === undefined || ('asteriskToken' in owner && owner.asteriskToken !== undefined))
    return undefined;
  if (owner.type === undefined) return ts.isFunctionDeclaration(owner) || isFirst(owner, ts) ? [] : undefined;
  const type = checker.getTypeFromTypeNode(owner.type);
  const isAsync = (ts.getCombinedModifierFlags(owner) & ts.ModifierFlags.Async) !== 0;
  const awaited = isAsync ? checker.getAwaitedType(type) : type;
  return awaited && [awaited];
}

/**
 * Whether a method belongs to a class without a base class. Other methods may get their types from a base class, or from where their object
 * is used.
 */
function isFirst(owner: ts.SignatureDeclaration, ts_: typeof ts): boolean {
  return (
    ts_.isMethodDeclaration(owner) &&
    ts_.isClassLike(owner.parent) &&
    owner.parent.heritageClauses === undefined
  );
}

/** Returns the types that the overloads of a function declare for an argument; undefined if they depend on the arguments. */
function declaredForArgument(
  argument: ts.Expression,
  call: ts.CallExpression | ts.NewExpression,
  analysis: Analysis,
): readonly ts.Type[] | undefined {
  const { ts, checker } = analysis.compiler;
  const index = call.arguments?.indexOf(argument) ?? -1;
  if (index < 0) return undefined;
  const callee = checker.getNonNullableType(calleeType(call.expression, analysis));
  const signatures = ts.isCallExpression(call) ? callee.getCallSignatures() : callee.getConstructSignatures();
  if (signatures.length === 0) return undefined;
  const types: ts.Type[] = [];
  for (const signature of signatures) {
    const parameter = signature.getParameters()[index];
    const declaration = parameter?.valueDeclaration;
    if (parameter === undefined || declaration === undefined || !ts.isParameter(declaration))
      return undefined;
    if (declaration.dotDotDotToken !== undefined || isGeneric(signature, declaration, ts)) return undefined;
    types.push(checker.getTypeOfSymbol(parameter));
  }
  return types;
}

/** Returns the type of the callee without inferring the type of its object. */
function calleeType(
  callee: ts.Expression,
  { compiler: { ts, checker }, declared, symbolOf }: Analysis,
): ts.Type {
  const isMethod =
    ts.isPropertyAccessExpression(callee) && declared.holderOf(callee.expression) !== undefined;
  const method = isMethod ? symbolOf(callee) : undefined;
  return method === undefined ? checker.getTypeAtLocation(callee) : checker.getTypeOfSymbol(method);
}

/** Whether the type of a parameter refers to a type parameter of its function, or of the interface that contains the function. */
function isGeneric(
  { typeParameters = [] }: ts.Signature,
  { type, parent }: ts.ParameterDeclaration,
  ts_: typeof ts,
): boolean {
  const owner = parent.parent;
  const ofOwner = ts_.isInterfaceDeclaration(owner) ? (owner.typeParameters ?? []) : [];
  if (typeParameters.length + ofOwner.length === 0) return false;
  if (type === undefined) return true;
  const names = new Set([
    ...typeParameters.map(({ symbol }) => symbol.name),
    ...ofOwner.map(({ name }) => name.text),
  ]);
  const isNamed = (node: ts.Node): boolean =>
    (ts_.isIdentifier(node) && names.has(node.text)) || (ts_.forEachChild(node, isNamed) ?? false);
  return isNamed(type);
}
