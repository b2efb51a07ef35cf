import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import type { Analysis } from './analysis.js';
import { changedByCall, consumedBy, viewedBy } from './changed-objects.js';
import { isAccumulator, isFresh } from './fresh-objects.js';
import { isEnvironment } from './held-data.js';
import { accessOf, isNamedPlace, isWithin, scopeOf } from './positions.js';
import { textualName } from './textual-name.js';
import type { UnitFacts } from './unit-facts.js';

/** Records changes of objects and variables that outlive the call. */
export function readStateChange(node: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  const consumed = consumedBy(node, analysis);
  if (consumed !== undefined && isKept(consumed, facts, analysis)) facts.use('state', node);
  const target = changedBy(node, analysis);
  if (target === undefined || isStoredBy(facts.unit, target, ts)) return;
  if (ts.isCallExpression(node) && isDescribed(node, analysis)) return;
  const name = textualName(withoutKeys(target, ts), analysis.compiler);
  const isSpelled = name?.module === 'process' && name.keys.includes('env');
  if (isSpelled || holdersOf(target, ts).some((one) => isEnvironment(one, analysis)))
    facts.use('process', node);
  else if (outlives(target, facts, analysis)) facts.use('state', node);
}

/** Whether the table lists a method of a package, which then applies instead of the method's name: `add` on a date changes nothing. */
function isDescribed(node: ts.CallExpression, { symbolOf, declaredNames, lookup, isOwn }: Analysis): boolean {
  const declaration = symbolOf(node.expression)?.declarations?.[0];
  if (declaration === undefined || isOwn(declaration.getSourceFile())) return false;
  if (isPlatformFile(declaration.getSourceFile().fileName)) return false;
  const { module, keys } = declaredNames.nameOf(declaration);
  const table = lookup.findDeclaring(module) ?? {};
  return keys.some((key) => key.includes('.') && Object.hasOwn(table, key)) || (table['*'] ?? []).length > 0;
}

/** Whether a unit is the value that a destructuring pattern stored earlier: `[current] = [save]`. */
function isStoredBy(unit: ts.Node, target: ts.Node, ts_: typeof ts): boolean {
  return ts_.isBinaryExpression(unit) && isWithin(target, unit.left);
}

/** Returns the changed value itself, or the object whose member is changed. */
function holdersOf(target: ts.Expression, ts_: typeof ts): ts.Expression[] {
  const isMember = ts_.isPropertyAccessExpression(target) || ts_.isElementAccessExpression(target);
  return isMember
    ? [target.expression]
    : ts_.isIdentifier(target) && accessOf(target, ts_).writes
      ? []
      : [target];
}

/** Returns `process.env` for `process.env[name]`. */
function withoutKeys(target: ts.Expression, ts_: typeof ts): ts.Expression {
  return ts_.isElementAccessExpression(target) ? withoutKeys(target.expression, ts_) : target;
}

/** Returns the target that a node assigns to or changes. */
function changedBy(node: ts.Node, analysis: Analysis): ts.Expression | undefined {
  const { ts } = analysis.compiler;
  const isTarget =
    ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (isTarget) return accessOf(node, ts).writes ? node : undefined;
  if (ts.isDeleteExpression(node)) return node.expression;
  return ts.isCallExpression(node) ? changedByCall(node, analysis) : undefined;
}

/** Whether a name belongs to the module, or to the object whose method is running. Arguments are not followed. */
function isKept(target: ts.Expression, facts: UnitFacts, analysis: Analysis): boolean {
  const { compiler, symbolOf } = analysis;
  const { ts } = compiler;
  const root = rootOf(target, analysis);
  if (root.kind === ts.SyntaxKind.ThisKeyword) return !ts.isClassLike(facts.unit);
  const declaration = ts.isIdentifier(root) ? symbolOf(root)?.valueDeclaration : undefined;
  return declaration !== undefined && !belongsToCall(declaration, facts.unit, ts);
}

function outlives(target: ts.Expression, facts: UnitFacts, analysis: Analysis): boolean {
  const { compiler, symbolOf } = analysis;
  const { ts } = compiler;
  const root = rootOf(target, analysis);
  if (root.kind === ts.SyntaxKind.ThisKeyword || root.kind === ts.SyntaxKind.SuperKeyword)
    // A constructor initializes a new object.
    return !ts.isClassLike(facts.unit);
  const depth = depthOf(target, ts);
  if (!ts.isIdentifier(root)) return !isFresh(root, depth, analysis);
  const declaration = symbolOf(root)?.valueDeclaration;
  if (declaration === undefined) return true;
  const isPlain = target === root && accessOf(root, ts).writes;
  if (!belongsToCall(declaration, facts.unit, ts)) return true;
  if (isPlain) return false;
  if (ts.isParameter(declaration)) return !isAccumulator(declaration, depth, analysis);
  if (!ts.isVariableDeclaration(declaration)) return true;
  if (declaration.initializer === undefined) return true;
  const viewed = viewedBy(unwrap(declaration.initializer, ts), analysis);
  return viewed === undefined
    ? !isFresh(declaration.initializer, depth, analysis)
    : outlives(viewed, facts, analysis);
}

/** Returns the depth of the changed object below its root: 0 for `list.push(1)` and `one.name = 'x'`, 1 for `list[0].name = 'x'`. */
function depthOf(target: ts.Expression, ts_: typeof ts): number {
  let depth = accessOf(target, ts_).writes || ts_.isDeleteExpression(target.parent) ? -1 : 0;
  let inner = unwrap(target, ts_);
  while (ts_.isPropertyAccessExpression(inner) || ts_.isElementAccessExpression(inner)) {
    depth += 1;
    inner = unwrap(inner.expression, ts_);
  }
  return Math.max(depth, 0);
}

/** Whether a call creates the variable: in the unit itself, or in an enclosing function that is running. */
function belongsToCall(declaration: ts.Declaration, unit: ts.Node, ts_: typeof ts): boolean {
  // The name of an entire module: `import * as settings from './settings.js'`.
  if (ts_.isSourceFile(declaration)) return false;
  if (isWithin(declaration, unit)) return !ts_.isSourceFile(unit);
  const scope = scopeOf(declaration, ts_);
  for (let inner: ts.Node = unit; inner !== scope; inner = scopeOf(inner, ts_)) {
    const isInline = ts_.isArrowFunction(inner) || ts_.isFunctionExpression(inner);
    if (!isInline || isNamedPlace(inner, ts_) || !ts_.isCallExpression(inner.parent)) return false;
  }
  return !ts_.isSourceFile(scope);
}

/** Returns the object at the root of member accesses and of views of a buffer. */
function rootOf(target: ts.Expression, analysis: Analysis): ts.Expression {
  const { ts } = analysis.compiler;
  let root = unwrap(target, ts);
  for (;;) {
    const inner =
      ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)
        ? root.expression
        : viewedBy(root, analysis);
    if (inner === undefined) return root;
    root = unwrap(inner, ts);
  }
}
