import { wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isAssignment } from '../sources/source-index.js';

/** Whether an expression is the callee of a call, a `new`, a tagged template or a decorator. */
export function isCalled(node: ts.Node, ts_: typeof ts): boolean {
  const outer = wrapped(node, ts_);
  const { parent } = outer;
  if (ts_.isCallExpression(parent) || ts_.isNewExpression(parent)) return parent.expression === outer;
  if (ts_.isTaggedTemplateExpression(parent)) return parent.tag === outer;
  return ts_.isDecorator(parent) || ts_.isJsxOpeningLikeElement(parent);
}

/** Returns the call of a callee; for other expressions, the expression itself. */
export function callAround(node: ts.Node, ts_: typeof ts): ts.Node {
  return isCalled(node, ts_) ? wrapped(node, ts_).parent : node;
}

/** Whether a member of this value is used, not the value as a whole. */
export function isReceiver(node: ts.Node, ts_: typeof ts): boolean {
  const outer = wrapped(node, ts_);
  const { parent } = outer;
  const isAccess = ts_.isPropertyAccessExpression(parent) || ts_.isElementAccessExpression(parent);
  return isAccess && parent.expression === outer;
}

/**
 * Whether a function is named only to access one of its members: `_` in `_.chunk(list)`, but not `fetch` in `fetch.bind(undefined, url)`.
 */
export function isOwnerOfMember(node: ts.Node, ts_: typeof ts): boolean {
  const { parent } = node;
  return (
    ts_.isPropertyAccessExpression(parent) &&
    parent.expression === node &&
    !/^(?:bind|call|apply)$/.test(parent.name.text)
  );
}

/** Whether the expression that contains a value consumes it, so that the result does not contain the value. */
export function isUsedUp({ parent }: ts.Node, ts_: typeof ts): boolean {
  if (ts_.isTemplateSpan(parent) || ts_.isPrefixUnaryExpression(parent) || ts_.isTypeOfExpression(parent))
    return true;
  if (!ts_.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  const { SyntaxKind } = ts_;
  const handsOn =
    kind === SyntaxKind.AmpersandAmpersandToken ||
    kind === SyntaxKind.BarBarToken ||
    kind === SyntaxKind.QuestionQuestionToken ||
    kind === SyntaxKind.CommaToken;
  // An expression such as `name in process.env` reads the object.
  return !handsOn && kind !== SyntaxKind.InKeyword && !isAssignment(kind, ts_);
}

/** Determines how an expression is used: `reads` for its value, `writes` for `x = 1`, both for `x += 1`. */
export function accessOf(node: ts.Node, ts_: typeof ts): { reads: boolean; writes: boolean } {
  // Parts of a destructuring pattern.
  if (ts_.isPropertyAssignment(node) || ts_.isShorthandPropertyAssignment(node))
    return { reads: true, writes: false };
  const outer = wrapped(node, ts_);
  const { parent } = outer;
  if (ts_.isBinaryExpression(parent) && parent.left === outer && isAssignment(parent.operatorToken.kind, ts_))
    return { reads: parent.operatorToken.kind !== ts_.SyntaxKind.EqualsToken, writes: true };
  if (isPatternTarget(outer, ts_)) return { reads: false, writes: true };
  const isUpdate =
    (ts_.isPrefixUnaryExpression(parent) || ts_.isPostfixUnaryExpression(parent)) &&
    (parent.operator === ts_.SyntaxKind.PlusPlusToken || parent.operator === ts_.SyntaxKind.MinusMinusToken);
  return { reads: true, writes: isUpdate };
}

/** Whether an expression is a target of `[a] = …`, `({ x: a } = …)` or `for (a of …)`. */
export function isPatternTarget(node: ts.Node, ts_: typeof ts): boolean {
  let target = node;
  let { parent } = target;
  for (; !isLoop(parent, ts_); target = parent, parent = parent.parent) {
    const isEqual =
      ts_.isBinaryExpression(parent) &&
      parent.operatorToken.kind === ts_.SyntaxKind.EqualsToken &&
      parent.left === target;
    if (isEqual && isPattern(target, ts_)) return true;
    if (!isEqual && !isPartOfPattern(target, parent, ts_)) return false;
  }
  return parent.initializer === target;
}

function isLoop(node: ts.Node, ts_: typeof ts): node is ts.ForInOrOfStatement {
  return ts_.isForOfStatement(node) || ts_.isForInStatement(node);
}

function isPattern(node: ts.Node, ts_: typeof ts): boolean {
  return ts_.isArrayLiteralExpression(node) || ts_.isObjectLiteralExpression(node);
}

function isPartOfPattern(node: ts.Node, parent: ts.Node, ts_: typeof ts): boolean {
  if (ts_.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts_.isShorthandPropertyAssignment(parent)) return parent.name === node;
  return (
    isPattern(parent, ts_) ||
    ts_.isSpreadElement(parent) ||
    ts_.isSpreadAssignment(parent) ||
    ts_.isParenthesizedExpression(parent)
  );
}

/**
 * Whether a function is used where it gets a name: `const run = () => …`, `{ run: () => … }`, `this.run = () => …`, `export default () =>
 * …`. It is reached where the name is used. Any other function is reached where it is created, because its receiver may call it.
 */
export function isNamedPlace(node: ts.Node, ts_: typeof ts): boolean {
  const outer = wrapped(node, ts_);
  const { parent } = outer;
  if (
    ts_.isVariableDeclaration(parent) ||
    ts_.isPropertyDeclaration(parent) ||
    ts_.isPropertyAssignment(parent)
  )
    return parent.initializer === outer;
  if (ts_.isExportAssignment(parent)) return true;
  const isStored = ts_.isBinaryExpression(parent) && parent.operatorToken.kind === ts_.SyntaxKind.EqualsToken;
  if (!isStored || parent.right !== outer) return false;
  return ts_.isIdentifier(parent.left) || ts_.isPropertyAccessExpression(parent.left);
}

/** Returns the function, class member or file that contains a node. */
export function scopeOf(node: ts.Node, ts_: typeof ts): ts.Node {
  let scope = node.parent;
  while (
    !ts_.isFunctionLike(scope) &&
    !ts_.isSourceFile(scope) &&
    !ts_.isClassStaticBlockDeclaration(scope)
  ) {
    if (ts_.isPropertyDeclaration(scope)) return scope;
    scope = scope.parent;
  }
  return scope;
}

export function isWithin(node: ts.Node, outer: ts.Node): boolean {
  return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}

/** Whether a unit is a stored value, not code that runs. */
export function isValueUnit(unit: ts.Node, ts_: typeof ts): boolean {
  return !ts_.isFunctionLike(unit) && !ts_.isClassLike(unit) && !ts_.isSourceFile(unit);
}
