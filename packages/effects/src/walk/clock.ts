import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import type { Analysis } from './analysis.js';
import type { UnitFacts } from './unit-facts.js';

/**
 * Whether a use of `Date` reads the clock. `Date()` and `new Date()` do, `new Date(…)` with arguments does not. Code that receives `Date`
 * as a function may call it.
 */
export function readsClock(node: ts.Node, { compiler: { ts, checker } }: Analysis): boolean {
  const { parent } = node;
  if (ts.isNewExpression(parent) && parent.expression === node) return (parent.arguments ?? []).length === 0;
  if (!ts.isCallExpression(parent) || parent.expression === node) return ts.isCallExpression(parent);
  // An argument is always an expression.
  const expected = checker.getContextualType(node as ts.Expression);
  return (
    expected !== undefined &&
    expected.getCallSignatures().length > 0 &&
    expected.getConstructSignatures().length === 0
  );
}

/**
 * Records clock reads through another name for `Date`: `new Clock()` for `const Clock = Date` or `class Clock extends Date {}`, and
 * `super()` in such a class.
 */
export function readClock(
  node: ts.CallExpression | ts.NewExpression,
  facts: UnitFacts,
  { compiler: { ts, checker } }: Analysis,
): void {
  const isConstruction = ts.isNewExpression(node) || node.expression.kind === ts.SyntaxKind.SuperKeyword;
  if (!isConstruction || (node.arguments ?? []).length > 0) return;
  const declaration: ts.Node | undefined = checker.getResolvedSignature(node)?.declaration;
  if (declaration !== undefined && isOfDate(declaration.parent, ts)) facts.use('time', node);
}

/** Whether values of a type are the `Date` constructor itself, whatever their name. */
export function isDateType(type: ts.Type, { compiler: { ts } }: Analysis): boolean {
  return type.getSymbol()?.declarations?.some((one) => isOfDate(one, ts)) ?? false;
}

function isOfDate(node: ts.Node, ts_: typeof ts): boolean {
  return (
    ts_.isInterfaceDeclaration(node) &&
    node.name.text === 'DateConstructor' &&
    isPlatformFile(node.getSourceFile().fileName)
  );
}
