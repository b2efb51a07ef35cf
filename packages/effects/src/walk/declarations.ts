import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type CodeMember, memberName } from '../sources/source-index.js';
import type { Analysis } from './analysis.js';
import { assignedValue } from './assigned-value.js';
import { replacersOf } from './class-definition.js';
import { describe, hasBody, hasOverload, isAmbient, nameOf } from './declared-code.js';
import { membersAt } from './exact-receivers.js';
import { readHeldData } from './held-data.js';
import { accessOf, callAround, isReceiver, isValueUnit, isWithin, scopeOf } from './positions.js';
import { readReceiver } from './receivers.js';
import type { UnitFacts } from './unit-facts.js';

/** An assigned part of a destructuring pattern: `save: this.save`, or `save` in `({ save } = api)`. */
export type PatternProperty = ts.PropertyAssignment | ts.ShorthandPropertyAssignment;

/** A reference to a declaration. */
export interface Reference {
  /** The name, the member access, or the part of a destructuring pattern. */
  readonly node: ts.Expression | ts.BindingElement | PatternProperty;
  readonly called: boolean;
  readonly symbol: ts.Symbol;
  /** Returns the type of the object that has the member. */
  receiver(): ts.Type | undefined;
}

/**
 * Reaches the code of a declaration in the program's own sources.
 * @returns Whether the declaration determines which code is called.
 */
export function reachDeclaration(
  declaration: ts.Declaration,
  reference: Reference,
  facts: UnitFacts,
  analysis: Analysis,
): boolean {
  const { ts } = analysis.compiler;
  const { node, called } = reference;
  const at = callAround(node, ts);
  if (ts.isFunctionDeclaration(declaration)) {
    if (declaration.body !== undefined) facts.reach(declaration, at);
    else if (!hasBody(declaration, analysis))
      facts.unknown(`\`${nameOf(declaration, ts)}\` is declared without an implementation`, at);
    return true;
  }
  if (ts.isClassLike(declaration)) {
    // The base of a class and the receiver of a static member are not constructed here.
    if (called || isValue(node, ts)) facts.reach(declaration, at);
    if (called && isAmbient(declaration, ts))
      facts.unknown(`\`${nameOf(declaration, ts)}\` is declared without an implementation`, at);
    return true;
  }
  if (ts.isMethodDeclaration(declaration) || ts.isAccessor(declaration)) {
    reachMember(declaration, reference, facts, analysis);
    return true;
  }
  if (ts.isMethodSignature(declaration) || ts.isPropertySignature(declaration)) {
    reachImplementations(declaration, reference, facts, analysis);
    return true;
  }
  if (isFunction(declaration, ts)) {
    facts.reach(declaration, at);
    return true;
  }
  const assigned = assignedValue(declaration, ts);
  const hasValue = assigned !== undefined || isStored(declaration, ts) || isVariable(declaration, ts);
  if (hasValue) readReceiver(declaration, assigned, at, isReceiver(node, ts), facts, analysis);
  if (hasValue && !called && accessOf(node, ts).reads)
    readHeldData(declaration, reference.symbol, at, facts, analysis);
  if (assigned !== undefined) {
    if (!holdsNothing(declaration, reference, analysis)) facts.reach(assigned, at);
    return isFunction(assigned, ts);
  }
  if (ts.isPropertyDeclaration(declaration))
    for (const one of replacersOf(declaration, analysis)) facts.pass(one, at);
  if (isStored(declaration, ts)) {
    if (!holdsNothing(declaration, reference, analysis)) reachStored(declaration, reference, facts, analysis);
  } else if (isVariable(declaration, ts)) reachVariable(declaration, reference, facts, analysis);
  else if (!isWithoutCode(declaration, ts) && !holdsNothing(declaration, reference, analysis))
    facts.unknown(`\`${nameOf(declaration, ts)}\` is declared in a way that cannot be analysed`, at);
  return false;
}

/**
 * Whether a declaration has no code itself. The code of types, modules and enums is in their members, which have their own names, or in
 * other declarations with the same name.
 */
function isWithoutCode(declaration: ts.Declaration, ts_: typeof ts): boolean {
  return (
    ts_.isInterfaceDeclaration(declaration) ||
    ts_.isTypeAliasDeclaration(declaration) ||
    ts_.isTypeParameterDeclaration(declaration) ||
    ts_.isModuleDeclaration(declaration) ||
    ts_.isEnumDeclaration(declaration) ||
    ts_.isEnumMember(declaration) ||
    // `notes` in `notes.size = 3` is another declaration of the function.
    ts_.isIdentifier(declaration)
  );
}

type Stored =
  | ts.PropertyDeclaration
  | ts.PropertyAssignment
  | ts.ShorthandPropertyAssignment
  | ts.ParameterDeclaration;

type Variable = ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration;

export function isVariable(declaration: ts.Declaration, ts_: typeof ts): declaration is Variable {
  return (
    ts_.isVariableDeclaration(declaration) ||
    ts_.isBindingElement(declaration) ||
    ts_.isParameter(declaration)
  );
}

/** Whether a declaration has a value. This includes parameter properties. */
function isStored(declaration: ts.Declaration, ts_: typeof ts): declaration is Stored {
  if (ts_.isParameter(declaration))
    return ts_.isParameterPropertyDeclaration(declaration, declaration.parent);
  return (
    ts_.isPropertyDeclaration(declaration) ||
    ts_.isPropertyAssignment(declaration) ||
    ts_.isShorthandPropertyAssignment(declaration)
  );
}

/** Whether the values under a name are never called. A declaration of type `unknown` contains code only if it is called. */
function holdsNothing(
  declaration: ts.Declaration,
  { symbol, called }: Reference,
  { compiler: { ts, checker }, types }: Analysis,
): boolean {
  // The `type` of a method is the type of its result.
  if (!ts.isFunctionLike(declaration) && 'type' in declaration && isPlainType(declaration.type, ts))
    return true;
  const type = checker.getTypeOfSymbol(symbol);
  return !types.isAny(type) && !types.holdsCode(type) && !(called && types.isOpaque(type));
}

/** Whether a type is written as a single keyword, such as `string`. Saves most of the type queries. */
function isPlainType(type: unknown, { SyntaxKind }: typeof ts): boolean {
  if (typeof type !== 'object' || type === null || !('kind' in type)) return false;
  const { kind } = type;
  return (
    kind === SyntaxKind.StringKeyword ||
    kind === SyntaxKind.NumberKeyword ||
    kind === SyntaxKind.BooleanKeyword
  );
}

/** Reaches a method or accessor, and its overrides in subclasses. */
function reachMember(
  member: ts.MethodDeclaration | ts.AccessorDeclaration,
  reference: Reference,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { node, called } = reference;
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  const at = callAround(node, ts);
  const name = memberName(member, ts);
  const all = membersAt(member, name, node, analysis).filter((one) => !isAbstract(one, ts));
  const { reads, writes } = accessOf(node, ts);
  for (const one of all) {
    if (ts.isGetAccessor(one) && !reads) continue;
    if (ts.isSetAccessor(one) && !writes) continue;
    facts.reach(codeOf(one, ts), at);
    // An assignment such as `store.save = (text) => …` replaces the method of one object.
    if (name !== undefined && reads)
      for (const value of implementations.storedUnder(one, name)) facts.reach(value, at);
  }
  if (all.length === 0 && called && !hasOverload(member, ts))
    facts.unknown(`\`${describe(member, ts)}\` has no implementation in the program`, at);
}

function isAbstract(member: CodeMember, { isMethodDeclaration, isAccessor }: typeof ts): boolean {
  return (isMethodDeclaration(member) || isAccessor(member)) && member.body === undefined;
}

/** Returns the unit of a member: its function if it has one, otherwise the member that stores the value. */
export function codeOf(member: CodeMember, ts_: typeof ts): ts.Node {
  if (!ts_.isPropertyDeclaration(member) && !ts_.isPropertyAssignment(member)) return member;
  const value = member.initializer && unwrap(member.initializer, ts_);
  return value !== undefined && isFunction(value, ts_) ? value : member;
}

export function isFunction(node: ts.Node, ts_: typeof ts): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts_.isArrowFunction(node) || ts_.isFunctionExpression(node);
}

/** Reaches all members that may implement a member of an interface. Data members of other types contain no code. */
function reachImplementations(
  declaration: ts.MethodSignature | ts.PropertySignature,
  reference: Reference,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, implementations } = analysis;
  const { ts, checker } = compiler;
  const { node, called, receiver } = reference;
  const at = callAround(node, ts);
  const name = nameOf(declaration, ts);
  const isCode = !holdsNothing(declaration, reference, analysis);
  // A data member may be implemented by a getter.
  if (!isCode && !implementations.hasAccessor(name)) return;
  const holder = receiver() ?? checker.getTypeAtLocation(declaration.parent);
  const members = implementations.membersLike(name, holder, declaration);
  const found = isCode ? members : members.filter((one) => ts.isAccessor(one));
  for (const one of found) facts.reach(codeOf(one, ts), at);
  if (!isCode) return;
  const stored = implementations.storedUnder(declaration, name);
  for (const value of stored) facts.reach(value, at);
  if (called && found.length === 0 && stored.length === 0)
    facts.unknown(`\`${describe(declaration, ts)}\` has no implementation in the program`, at);
}

/**
 * Reaches a variable or parameter. The contents of a local variable have already been reached, except functions, which are reached by name.
 * Those of a variable in an enclosing function were reached when that function ran, but a unit for a stored value may be reached without
 * it.
 */
function reachVariable(
  declaration: Variable,
  reference: Reference,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  const { node, called } = reference;
  const at = callAround(node, ts);
  const name = ts.isIdentifier(declaration.name) ? declaration.name.text : '';
  const initial = ts.isParameter(declaration) ? undefined : declaration.initializer;
  const stored = implementations.storedUnder(declaration, name);
  const initials = initial === undefined ? [] : [initial];
  const count = initials.length + stored.length;
  const functions = [...functionsIn(initials, ts), ...functionsStored(stored, ts)];
  for (const one of functions) facts.reach(one, at);
  const isOutside = !isWithin(declaration, facts.unit);
  const isOfModule = ts.isSourceFile(scopeOf(declaration, ts));
  if (!isOfModule && !(isOutside && isValueUnit(facts.unit, ts))) return;
  if (holdsNothing(declaration, reference, analysis)) return;
  // A default does not cover what a destructuring pattern extracts from an object.
  if (ts.isBindingElement(declaration) || functions.length < count || count === 0)
    facts.reach(declaration, at);
  if (called && count === 0 && ts.isVariableDeclaration(declaration) && !isLoopVariable(declaration, ts))
    facts.unknown(`\`${name}\` is declared without a value`, at);
}

function functionsIn(values: readonly ts.Expression[], ts_: typeof ts): readonly ts.Node[] {
  return values.map((value) => unwrap(value, ts_)).filter((value) => isFunction(value, ts_));
}

/** A cache, because each use of a variable needs its stored functions. */
const storedFunctions = new WeakMap<readonly ts.Expression[], readonly ts.Node[]>();

function functionsStored(values: readonly ts.Expression[], ts_: typeof ts): readonly ts.Node[] {
  const found = storedFunctions.get(values) ?? functionsIn(values, ts_);
  storedFunctions.set(values, found);
  return found;
}

function isLoopVariable({ parent }: ts.VariableDeclaration, ts_: typeof ts): boolean {
  return ts_.isForOfStatement(parent.parent) || ts_.isForInStatement(parent.parent);
}

/** Reaches a member with a value. Calling a member without any value is unknown. */
function reachStored(declaration: Stored, reference: Reference, facts: UnitFacts, analysis: Analysis): void {
  const { node, called } = reference;
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  const at = callAround(node, ts);
  const name = memberName(declaration, ts) ?? '';
  const members = ts.isPropertyDeclaration(declaration)
    ? membersAt(declaration, name, node, analysis)
    : [declaration];
  for (const one of members) {
    const code = codeOf(one, ts);
    if (code === one) facts.reach(one, at);
    else facts.reach(code, at);
    // A function in the declaration may be replaced later.
    if (code !== one) for (const value of implementations.storedUnder(one, name)) facts.reach(value, at);
  }
  const hasValue = !ts.isPropertyDeclaration(declaration) || declaration.initializer !== undefined;
  if (hasValue || members.some((one) => one !== declaration) || !called) return;
  if (implementations.storedUnder(declaration, name).length === 0)
    facts.unknown(`nothing in the program is stored in \`${describe(declaration, ts)}\``, at);
}

function isValue(node: ts.Node, ts_: typeof ts): boolean {
  const isOperand =
    ts_.isBinaryExpression(node.parent) &&
    node.parent.operatorToken.kind === ts_.SyntaxKind.InstanceOfKeyword;
  return !isReceiver(node, ts_) && !isOperand && !ts_.isExpressionWithTypeArguments(node.parent);
}
