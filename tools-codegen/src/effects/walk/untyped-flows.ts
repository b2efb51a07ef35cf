import type { ts } from 'ts-morph';
import { wrapped } from '../../compiler/unwrap.js';
import type { Analysis } from './analysis.js';
import { expectsNoCode } from './expects-no-code.js';
import type { UnitFacts } from './unit-facts.js';

/** Why a value without a type that becomes code is unknown. */
export const UNTYPED_CODE = 'a value without a type becomes code';

/** How deep the members of objects are looked into. */
const MAX_DEPTH = 2;

/**
 * Takes down where a value without a type gets the type of a function, or of an object with methods: `[text].map(anyValue)`,
 * `const run: () => void = anyValue`, `anyValue as Plugin`. Its calls look like those of code that is known.
 */
export function readUntypedFlow(node: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  if (isSource(node, ts) && becomesCode(node, analysis)) facts.unknown(UNTYPED_CODE, node);
}

/** @param node an expression without casts around its inside */
export function becomesCode(node: ts.Expression, analysis: Analysis): boolean {
  const { compiler, types } = analysis;
  const { ts, checker } = compiler;
  const outer = wrapped(node, ts);
  // What wraps an expression is one.
  const last = outer as ts.Expression;
  const isCast = outer !== node;
  if (!isCast && !isHandedOn(last, ts)) return false;
  if (!isCast && expectsNoCode(last, analysis, (type) => isCode(type, MAX_DEPTH, analysis))) return false;
  const type = checker.getTypeAtLocation(node);
  if (!isUntyped(type, analysis) && !(isCast && isAnything(type, analysis))) return false;
  const cast = checker.getTypeAtLocation(last);
  if (isCast && !types.isAny(cast)) return isCode(cast, MAX_DEPTH, analysis);
  if (!isHandedOn(last, ts)) return false;
  return expectedTypes(last, analysis).some((expected) => isCode(expected, MAX_DEPTH, analysis));
}

/** Expressions that may have the type `any`. */
function isSource(node: ts.Node, ts_: typeof ts): node is ts.Expression {
  return (
    ts_.isIdentifier(node) ||
    ts_.isPropertyAccessExpression(node) ||
    ts_.isElementAccessExpression(node) ||
    ts_.isCallExpression(node) ||
    ts_.isNewExpression(node) ||
    ts_.isAwaitExpression(node)
  );
}

/** Whether an expression stands where its value goes on to a place that has a type. Saves the checker most expressions. */
function isHandedOn(outer: ts.Expression, ts_: typeof ts): boolean {
  const { parent } = outer;
  if (ts_.isCallExpression(parent) || ts_.isNewExpression(parent)) return parent.expression !== outer;
  if (ts_.isPropertyAccessExpression(parent) || ts_.isElementAccessExpression(parent)) return false;
  if (ts_.isBinaryExpression(parent))
    return parent.right === outer || parent.operatorToken.kind !== ts_.SyntaxKind.EqualsToken;
  if (ts_.isConditionalExpression(parent)) return parent.condition !== outer;
  if ('initializer' in parent) return parent.initializer === outer;
  return (
    ts_.isReturnStatement(parent) ||
    ts_.isYieldExpression(parent) ||
    ts_.isAwaitExpression(parent) ||
    ts_.isArrayLiteralExpression(parent) ||
    ts_.isShorthandPropertyAssignment(parent) ||
    (ts_.isArrowFunction(parent) && parent.body === outer)
  );
}

/** `any`, or a collection of it. */
function isUntyped(type: ts.Type, { compiler: { checker, ts }, types }: Analysis): boolean {
  if (types.isAny(type)) return true;
  const isReference =
    'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Reference) !== 0 && !type.isClass();
  // The flag says that it is a reference.
  return isReference && checker.getTypeArguments(type as ts.TypeReference).some(types.isAny);
}

/** What may be anything, and is no `any`: only a cast gives it another type. */
function isAnything(type: ts.Type, { compiler: { ts } }: Analysis): boolean {
  const { Unknown, NonPrimitive } = ts.TypeFlags;
  return (type.flags & (Unknown | NonPrimitive)) !== 0 || type.getSymbol()?.name === 'Function';
}

/** The types of the place where a value stands. Every overload counts: a value without a type fits all of them. */
function expectedTypes(node: ts.Expression, { compiler: { ts, checker } }: Analysis): readonly ts.Type[] {
  const { parent } = node;
  const expected = checker.getContextualType(node);
  const found = expected === undefined ? [] : [expected];
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return found;
  const callee = checker.getTypeAtLocation(parent.expression);
  const signatures = ts.isCallExpression(parent)
    ? callee.getCallSignatures()
    : callee.getConstructSignatures();
  const index = parent.arguments?.indexOf(node) ?? -1;
  const parameters = signatures.flatMap((signature) => signature.getParameters()[index] ?? []);
  return [...found, ...parameters.map((parameter) => checker.getTypeOfSymbol(parameter))];
}

/** Whether values of a type are called, or have methods that the program declares. */
function isCode(type: ts.Type, depth: number, analysis: Analysis): boolean {
  const { compiler, types, isOwn } = analysis;
  const { ts, checker } = compiler;
  if (types.isAny(type)) return false;
  if (type.isUnion()) return type.types.some((part) => isCode(part, depth, analysis));
  if (types.isCallable(type) || types.holdsCode(type)) return true;
  if (depth === 0 || !(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  return checker.getPropertiesOfType(type).some(({ declarations }) => {
    const declaration = declarations?.[0];
    if (declaration === undefined || !isOwn(declaration.getSourceFile())) return false;
    if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) return true;
    return isCode(checker.getTypeAtLocation(declaration), depth - 1, analysis);
  });
}
