import type { ts } from 'ts-morph';
import type { CodeMember } from '../sources/source-index.js';
import type { Analysis } from './analysis.js';
import { codeOf } from './declarations.js';
import type { UnitFacts } from './unit-facts.js';

const CONVERSION = ['toString', 'valueOf', 'Symbol.toPrimitive'];
const ITERATION = ['Symbol.iterator'];
/** Methods of what those return. */
const ITERATOR_METHODS = ['next', 'return', 'throw'];
const ASYNC_ITERATION = ['Symbol.asyncIterator', ...ITERATION];

/** Reaches methods of the program that the language calls by itself: `toString` in a template, `Symbol.iterator` in a loop. */
export function readProtocols(node: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  const reach = (names: readonly string[], ...values: (ts.Expression | undefined)[]): void => {
    for (const value of values) if (value !== undefined) reachNamed(names, value, node, facts, analysis);
  };
  if (ts.isTemplateSpan(node)) reach(CONVERSION, node.expression);
  else if (ts.isBinaryExpression(node)) reach(operatorMethods(node, ts), node.left, node.right);
  else if (ts.isForOfStatement(node))
    reach(node.awaitModifier ? ASYNC_ITERATION : ITERATION, node.expression);
  else if (ts.isSpreadElement(node)) reach(ITERATION, node.expression);
  else if (ts.isSpreadAssignment(node)) readGetters(node.expression, facts, analysis);
  else if (ts.isYieldExpression(node) && node.asteriskToken) reach(ASYNC_ITERATION, node.expression);
  else if (ts.isAwaitExpression(node)) reach(['then'], node.expression);
  else if (ts.isVariableDeclaration(node)) {
    if (ts.isArrayBindingPattern(node.name)) reach(ITERATION, node.initializer);
    if (isUsing(node, ts)) reach(['Symbol.dispose', 'Symbol.asyncDispose'], node.initializer);
  } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) readLibraryCall(node, facts, analysis);
}

function operatorMethods(
  { operatorToken: { kind } }: ts.BinaryExpression,
  { SyntaxKind }: typeof ts,
): readonly string[] {
  if (kind === SyntaxKind.InstanceOfKeyword) return ['Symbol.hasInstance'];
  if (kind === SyntaxKind.EqualsToken || kind === SyntaxKind.CommaToken) return [];
  const isLogical = kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
  const isStrict =
    kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken;
  return isLogical || isStrict || kind === SyntaxKind.QuestionQuestionToken ? [] : CONVERSION;
}

function isUsing(
  { parent }: ts.VariableDeclaration,
  { isVariableDeclarationList, NodeFlags }: typeof ts,
): boolean {
  return isVariableDeclarationList(parent) && (parent.flags & NodeFlags.Using) !== 0;
}

/** Functions of the language that call methods of their arguments. */
function readLibraryCall(
  node: ts.CallExpression | ts.NewExpression,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { ts } = analysis.compiler;
  const callee = calleeText(node.expression, ts);
  const isJson = callee === 'JSON.stringify';
  for (const argument of node.arguments ?? []) {
    const value = ts.isSpreadElement(argument) ? argument.expression : argument;
    if (isJson) {
      // Objects in the object have it as well, and their types do not tell.
      for (const member of analysis.implementations.named('toJSON')) facts.reach(codeOf(member, ts), node);
    } else if (CONVERTING.test(callee)) reachNamed(CONVERSION, value, node, facts, analysis);
    else if (ITERATING.test(callee)) reachNamed(ASYNC_ITERATION, value, node, facts, analysis);
    if (callee === 'Promise.resolve') reachNamed(['then'], value, node, facts, analysis);
    const pattern = patternMethod(node.expression, ts);
    if (pattern !== undefined) reachNamed([pattern], value, node, facts, analysis);
    if (isJson || READING.test(callee)) readGetters(value, facts, analysis);
  }
}

/** The method that a method of texts calls of its argument: `Symbol.split` for `text.split(…)`. */
function patternMethod(callee: ts.Expression, ts_: typeof ts): string | undefined {
  if (!ts_.isPropertyAccessExpression(callee)) return undefined;
  const name = /^(split|replace|matchAll|match|search)(?:All)?$/.exec(callee.name.text)?.[1];
  return name === undefined ? undefined : `Symbol.${name}`;
}

/** `Object.assign`; empty for anything longer, which would take long to read in a chain of calls. */
export function calleeText(callee: ts.Expression, ts_: typeof ts): string {
  if (ts_.isIdentifier(callee)) return callee.text;
  const isShort = ts_.isPropertyAccessExpression(callee) && ts_.isIdentifier(callee.expression);
  return isShort ? `${callee.expression.getText()}.${callee.name.text}` : '';
}

const CONVERTING = /^(?:String|Number|BigInt|Date|Math\.\w+|isNaN|parse(?:Int|Float))$/;
const ITERATING =
  /^(?:Array\.from(?:Async)?|Map|Set|WeakMap|WeakSet|Object\.fromEntries|Promise\.\w+|Iterator\.from)$/;
const READING = /^(?:Object\.(?:assign|entries|values)|structuredClone)$/;

/** Reaches methods of a name that a value may have. */
function reachNamed(
  names: readonly string[],
  value: ts.Expression,
  at: ts.Node,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  for (const name of names) {
    const members = implementations.named(name);
    // Most programs have none, and need no types here.
    if (members.length === 0) continue;
    const type = compiler.checker.getTypeAtLocation(value);
    const found = members.filter((member) => mayBelongTo(member, type, analysis));
    for (const member of found) facts.reach(codeOf(member, ts), at);
    const isOwnIterator = found.some((member) => !(ts.isMethodDeclaration(member) && member.asteriskToken));
    if (!isOwnIterator || !ASYNC_ITERATION.includes(name)) continue;
    for (const member of ITERATOR_METHODS.flatMap((one) => implementations.named(one)))
      facts.reach(codeOf(member, ts), at);
  }
}

/** Whether a value of a type may have this very member. */
function mayBelongTo(member: CodeMember, type: ts.Type, analysis: Analysis): boolean {
  const { compiler, types, isOwn } = analysis;
  const { ts, checker } = compiler;
  if (type.isUnionOrIntersection()) return type.types.some((part) => mayBelongTo(member, part, analysis));
  if (types.isOpaque(type)) return true;
  if (!(type.flags & ts.TypeFlags.Object)) return false;
  const has = checker.getPropertiesOfType(type).some(({ declarations }) => declarations?.includes(member));
  const declaration = type.getSymbol()?.declarations?.[0];
  if (has || declaration === undefined) return has;
  if (ts.isClassLike(declaration)) return analysis.implementations.isHeir(member, declaration);
  const isInterface = ts.isInterfaceDeclaration(declaration);
  return isInterface && (isOwn(declaration.getSourceFile()) || PROTOCOLS.has(declaration.name.text));
}

/** Interfaces of the language that the program's own objects have. */
const PROTOCOLS: ReadonlySet<string> = new Set([
  'Iterable',
  'Iterator',
  'IterableIterator',
  'AsyncIterable',
  'AsyncIterator',
  'AsyncIterableIterator',
  'PromiseLike',
  'Disposable',
  'AsyncDisposable',
  'Object',
]);

/** Getters of an object literal run when the object is copied; those of a class do not. */
function readGetters(value: ts.Expression, facts: UnitFacts, { compiler: { ts, checker } }: Analysis): void {
  for (const member of checker.getPropertiesOfType(checker.getTypeAtLocation(value)))
    for (const declaration of member.declarations ?? [])
      if (ts.isGetAccessor(declaration) && ts.isObjectLiteralExpression(declaration.parent))
        facts.reach(declaration, value);
}
