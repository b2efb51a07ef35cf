import { wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { expectedTypes, isTagged } from './expected-types.js';
import { expectsNoCode } from './expects-no-code.js';
import { readHandedOn } from './made-functions.js';
import { isUsedUp } from './positions.js';
import type { UnitFacts } from './unit-facts.js';

/** The reason for the unknown effect of an untyped value that becomes code. */
export const UNTYPED_CODE = 'an untyped value becomes code';

/**
 * Records untyped values that are used as a function or an object with methods: `[text].map(anyValue)`, `const run: () => void = anyValue`,
 * `anyValue as Plugin`. Calls to them look like calls to known code.
 */
export function readUntypedFlow(node: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  if (!isSource(node, ts) || !mayBecomeCode(node, analysis)) return;
  if (isUntypedCode(node, analysis)) facts.unknown(UNTYPED_CODE, node);
  // The wrapper of an expression is always an expression.
  else if (isHandedOn(wrapped(node, ts) as ts.Expression, ts)) readHandedOn(node, facts, analysis);
}

/** @param node An expression, without surrounding casts. */
export function becomesCode(node: ts.Expression, analysis: Analysis): boolean {
  return mayBecomeCode(node, analysis) && isUntypedCode(node, analysis);
}

function mayBecomeCode(node: ts.Expression, analysis: Analysis): boolean {
  const { ts } = analysis.compiler;
  return wrapped(node, ts) !== node || (isHandedOn(node, ts) && !expectsNoCode(node, analysis));
}

function isUntypedCode(node: ts.Expression, analysis: Analysis): boolean {
  const { compiler, declared, places, types } = analysis;
  const { ts, checker } = compiler;
  // The wrapper of an expression is always an expression.
  const last = wrapped(node, ts) as ts.Expression;
  const isCast = last !== node;
  const type = declared.typeOf(node) ?? checker.getTypeAtLocation(node);
  if (!isUntyped(type, analysis) && !(isCast && isAnything(type, analysis))) return false;
  const cast = checker.getTypeAtLocation(last);
  if (isCast && !types.isAny(cast)) return places.becomesCode(cast);
  if (!isHandedOn(last, ts)) return false;
  return expectedTypes(last, analysis).some(places.becomesCode);
}

/** Whether a node is an expression that may have the type `any`. */
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

/** Whether a value is used where a type is expected. Saves type queries for most expressions. */
function isHandedOn(outer: ts.Expression, ts_: typeof ts): boolean {
  const { parent } = outer;
  if (ts_.isCallExpression(parent) || ts_.isNewExpression(parent)) return parent.expression !== outer;
  if (ts_.isPropertyAccessExpression(parent) || ts_.isElementAccessExpression(parent)) return false;
  if (ts_.isBinaryExpression(parent))
    return (
      !isUsedUp(outer, ts_) &&
      (parent.right === outer || parent.operatorToken.kind !== ts_.SyntaxKind.EqualsToken)
    );
  if (ts_.isConditionalExpression(parent)) return parent.condition !== outer;
  if (ts_.isForOfStatement(parent)) return parent.expression === outer;
  if ('initializer' in parent) return parent.initializer === outer;
  return (
    ts_.isReturnStatement(parent) ||
    ts_.isYieldExpression(parent) ||
    ts_.isAwaitExpression(parent) ||
    ts_.isArrayLiteralExpression(parent) ||
    ts_.isSpreadElement(parent) ||
    isTagged(parent, ts_) ||
    ts_.isShorthandPropertyAssignment(parent) ||
    (ts_.isArrowFunction(parent) && parent.body === outer)
  );
}

/** Whether a type is `any` or a collection of it. */
function isUntyped(type: ts.Type, { compiler: { checker, ts }, types }: Analysis): boolean {
  if (types.isAny(type)) return true;
  const isReference =
    'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Reference) !== 0 && !type.isClass();
  // The flag shows that the type is a reference.
  return isReference && checker.getTypeArguments(type as ts.TypeReference).some(types.isAny);
}

/** Whether a type accepts any value but is not `any`, so that only a cast turns it into another type. */
function isAnything(type: ts.Type, { compiler: { ts } }: Analysis): boolean {
  const { Unknown, NonPrimitive } = ts.TypeFlags;
  return (type.flags & (Unknown | NonPrimitive)) !== 0 || type.getSymbol()?.name === 'Function';
}
