import type { ts } from 'ts-morph';
import { readAssign, readDescriptors, readGetters, readJson, readResult } from './accessors.js';
import type { Analysis } from './analysis.js';
import { assignedTypes } from './assigned-patterns.js';
import { readGivenBack, readSettled } from './awaited.js';
import { readConversions } from './conversions.js';
import { ofElements } from './holder-types.js';
import { ASYNC_ITERATION, ITERATION, reachNamed } from './named-methods.js';
import type { UnitFacts } from './unit-facts.js';

/** Reaches methods of the program that the language calls implicitly, such as `toString` in a template and `Symbol.iterator` in a loop. */
export function readProtocols(node: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  const reach = (names: readonly string[], value: ts.Expression | undefined): void => {
    if (value !== undefined) reachNamed(names, value, node, facts, analysis);
  };
  readConversions(node, facts, analysis);
  if (ts.isForOfStatement(node)) {
    reach(node.awaitModifier ? ASYNC_ITERATION : ITERATION, node.expression);
    if (node.awaitModifier) reachNamed(['then'], node.expression, node, facts, analysis, { of: ofElements });
  } else if (ts.isSpreadElement(node)) reach(ITERATION, node.expression);
  else if (ts.isArrayBindingPattern(node)) readPattern(node, facts, analysis);
  else if (ts.isArrayLiteralExpression(node)) {
    reachNamed(ITERATION, node, node, facts, analysis, { of: assignedTypes });
  } else if (ts.isSpreadAssignment(node)) readGetters(node.expression, facts, analysis);
  else if (ts.isYieldExpression(node)) {
    if (node.asteriskToken) reach(ASYNC_ITERATION, node.expression);
    if (node.expression !== undefined && analysis.isTool(facts.unit))
      readResult(node.expression, facts, analysis);
  } else if (ts.isAwaitExpression(node)) reach(['then'], node.expression);
  else if (ts.isReturnStatement(node)) {
    if (node.expression !== undefined) readReturned(node.expression, facts, analysis);
  } else if (ts.isVariableDeclaration(node)) {
    if (node.initializer !== undefined && hasRest(node.name, ts))
      readGetters(node.initializer, facts, analysis);
    if (isUsing(node, ts)) reach(['Symbol.dispose', 'Symbol.asyncDispose'], node.initializer);
  } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) readLibraryCall(node, facts, analysis);
}

/** Reads `[first]` in a declaration: reaches the iterator of its value, even before a cast, otherwise that of the destructured type. */
function readPattern(pattern: ts.ArrayBindingPattern, facts: UnitFacts, analysis: Analysis): void {
  const { parent } = pattern;
  const value = analysis.compiler.ts.isVariableDeclaration(parent) ? parent.initializer : undefined;
  reachNamed(ITERATION, value ?? pattern, parent, facts, analysis);
}

function readReturned(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { ts, checker } = analysis.compiler;
  readGivenBack(value, facts, analysis);
  // The value that replaces a decorated accessor.
  const expected = ts.isObjectLiteralExpression(value) ? checker.getContextualType(value) : undefined;
  if (expected?.getSymbol()?.name === 'ClassAccessorDecoratorResult')
    readDescriptors([value], facts, analysis);
}

function isUsing(
  { parent }: ts.VariableDeclaration,
  { isVariableDeclarationList, NodeFlags }: typeof ts,
): boolean {
  return isVariableDeclarationList(parent) && (parent.flags & NodeFlags.Using) !== 0;
}

/** Whether a pattern such as `{ a, ...rest }` copies the other members. */
function hasRest(name: ts.BindingName, ts_: typeof ts): boolean {
  return (
    ts_.isObjectBindingPattern(name) &&
    name.elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)
  );
}

/** Reads calls to built-in functions of the language that call methods of their arguments. */
function readLibraryCall(
  node: ts.CallExpression | ts.NewExpression,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { ts } = analysis.compiler;
  const callee = calleeText(node.expression, ts);
  const values = (node.arguments ?? []).map((one) => (ts.isSpreadElement(one) ? one.expression : one));
  const pattern = patternMethod(node.expression, ts);
  for (const value of values) {
    if (callee === 'JSON.stringify') {
      readJson(value, node, facts, analysis);
    } else if (ITERATING.test(callee)) reachNamed(ASYNC_ITERATION, value, node, facts, analysis);
    if (callee === 'Promise.resolve') reachNamed(['then'], value, node, facts, analysis);
    if (AWAITING.test(callee)) reachNamed(['then'], value, node, facts, analysis, { of: ofElements });
    if (pattern !== undefined) reachNamed([pattern], value, node, facts, analysis);
    if (FORMATTING.test(methodName(node.expression, ts))) reachNamed(ITERATION, value, node, facts, analysis);
    if (READING.test(callee)) readGetters(value, facts, analysis);
  }
  if (ts.isCallExpression(node)) readSettled(node, facts, analysis);
  if (callee === 'Object.assign') readAssign(values, facts, analysis);
  if (DEFINING.test(callee)) readDescriptors(values, facts, analysis);
  readDerived(node.expression, facts, analysis);
}

function methodName(callee: ts.Expression, ts_: typeof ts): string {
  return ts_.isPropertyAccessExpression(callee) ? callee.name.text : '';
}

/** Returns the method that a string method calls on its argument: `Symbol.split` for `text.split(…)`. */
function patternMethod(callee: ts.Expression, ts_: typeof ts): string | undefined {
  if (!ts_.isPropertyAccessExpression(callee)) return undefined;
  const name = /^(split|replace|matchAll|match|search)(?:All)?$/.exec(callee.name.text)?.[1];
  return name === undefined ? undefined : `Symbol.${name}`;
}

/** Reaches the class of an object whose method constructs its result with this class, as methods of lists and promises do. */
function readDerived(callee: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, declared, implementations, isOwn, symbolOf } = analysis;
  const { ts, checker } = compiler;
  if (!ts.isPropertyAccessExpression(callee) || !DERIVING.has(callee.name.text)) return;
  if (declared.holderOf(callee.expression) !== undefined) return;
  const owner = checker.getTypeAtLocation(callee.expression).getSymbol()?.valueDeclaration;
  if (owner === undefined || !ts.isClassLike(owner) || !isOwn(owner.getSourceFile())) return;
  if (symbolOf(callee)?.declarations?.some((one) => isOwn(one.getSourceFile()))) return;
  facts.reach(owner, callee);
  for (const member of implementations.named('Symbol.species'))
    if (member.parent === owner) facts.reach(member, callee);
}

/**
 * Returns a callee's text, such as `Object.assign`. Empty for longer expressions, because reading every call of a long chain would be slow.
 */
export function calleeText(callee: ts.Expression, ts_: typeof ts): string {
  if (ts_.isIdentifier(callee)) return callee.text;
  const isShort = ts_.isPropertyAccessExpression(callee) && ts_.isIdentifier(callee.expression);
  return isShort ? `${callee.expression.getText()}.${callee.name.text}` : '';
}

const ITERATING = new RegExp(
  `^(?:${[
    ...['Map', 'Set', 'WeakMap', 'WeakSet', '(?:Big)?(?:Ui|I)nt\\d+(?:Clamped)?Array', 'Float\\d+Array'],
    ...['\\w*Array\\.from(?:Async)?', 'Iterator\\.\\w+', 'Promise\\.\\w+', 'Object\\.fromEntries'],
    '(?:Object|Map)\\.groupBy',
  ].join('|')})$`,
);
const AWAITING = /^(?:Promise\.(?:all|allSettled|any|race)|Array\.fromAsync)$/;
const READING =
  /^(?:Object\.(?:assign|entries|values)|JSON\.stringify|structuredClone|Intl\.\w+|\w*Error|Array\.from(?:Async)?)$/;
/** `Intl.ListFormat` reads its list. */
const FORMATTING = /^format(?:ToParts)?$/;
const DEFINING = /^(?:Object\.(?:definePropert(?:y|ies)|create)|Reflect\.defineProperty)$/;
const DERIVING: ReadonlySet<string> = new Set([
  ...['map', 'filter', 'slice', 'splice', 'concat', 'flat', 'flatMap', 'from', 'of', 'subarray'],
  ...['then', 'catch', 'finally', 'all', 'allSettled', 'any', 'race', 'resolve', 'reject', 'try'],
]);
