import { unwrap, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import { readResult } from './accessors.js';
import type { Analysis } from './analysis.js';
import { findEffects } from './externals.js';
import { reachNamed } from './named-methods.js';
import type { UnitFacts } from './unit-facts.js';

/**
 * Records the effects of `await query`. It runs the `then` of a package, which does the work; the code that builds a query may have run
 * long before.
 */
export function readAwaited(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, declaredNames, isOwn, lookup } = analysis;
  const { ts, checker } = compiler;
  const inner = unwrap(value, ts);
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return;
  const then = checker.getPropertyOfType(checker.getTypeAtLocation(inner), 'then')?.declarations?.[0];
  const source = then?.getSourceFile();
  if (then === undefined || source === undefined || isOwn(source) || isPlatformFile(source.fileName)) return;
  const { effects, reason } = findEffects([declaredNames.nameOf(then)], true, lookup);
  for (const effect of effects)
    effect === 'unknown' ? facts.unknown(reason, value) : facts.use(effect, value);
}

/**
 * Records what happens to the returned value of a function: the caller of a tool or an async function awaits it, and a tool's result is
 * converted to JSON.
 */
export function readGivenBack(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  const isTool = analysis.isTool(facts.unit);
  if (isTool) readResult(value, facts, analysis);
  const isAsync =
    ts.isFunctionLike(facts.unit) && (ts.getCombinedModifierFlags(facts.unit) & ts.ModifierFlags.Async) !== 0;
  if (isTool || isAsync || isPromisePlace(value, analysis)) reachThen(value, facts, analysis);
}

/** Reaches the `then` of arguments that a call awaits, as `resolve(value)` does, including in `new Promise((resolve) => …)`. */
export function readSettled(node: ts.CallExpression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, implementations, symbolOf } = analysis;
  const { ts } = compiler;
  if (implementations.named('then').length === 0) return;
  const callee = symbolOf(node.expression)?.valueDeclaration;
  const isSettling = callee !== undefined && ts.isParameter(callee) && isOfExecutor(callee.parent, ts);
  for (const value of node.arguments)
    if (isSettling || isPromisePlace(value, analysis)) reachThen(value, facts, analysis);
}

function reachThen(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  reachNamed(['then'], value, value, facts, analysis, { guesses: false });
}

/** Whether the type that is expected for a value also accepts a promise. */
function isPromisePlace(value: ts.Expression, { compiler, implementations }: Analysis): boolean {
  if (implementations.named('then').length === 0) return false;
  const type = compiler.checker.getContextualType(value);
  const parts = type?.isUnion() ? type.types : type === undefined ? [] : [type];
  return parts.some((part) => part.getSymbol()?.name === 'PromiseLike');
}

/** Whether a function is the executor in `new Promise((resolve, reject) => …)`, whose parameters only settle the promise. */
export function isOfExecutor(owner: ts.SignatureDeclaration, ts_: typeof ts): boolean {
  if (!ts_.isArrowFunction(owner) && !ts_.isFunctionExpression(owner)) return false;
  const { parent } = wrapped(owner, ts_);
  return (
    ts_.isNewExpression(parent) && ts_.isIdentifier(parent.expression) && parent.expression.text === 'Promise'
  );
}
