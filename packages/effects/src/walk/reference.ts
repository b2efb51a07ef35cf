import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { GLOBAL_MODULE } from '../packages/package-effects.js';
import { isPlatformFile } from '../sources/platform-files.js';
import { resolveAlias } from '../sources/symbol-lookup.js';
import type { Analysis } from './analysis.js';
import { assignedTypes } from './assigned-patterns.js';
import { isBrowserData } from './browser-objects.js';
import { readsClock } from './clock.js';
import { codeOf, type PatternProperty, type Reference, reachDeclaration } from './declarations.js';
import { type ExternalName, findEffects } from './externals.js';
import { makesLogger, readDestinations } from './logger-destinations.js';
import { isOwnValue, readMadeFunction } from './made-functions.js';
import { isOpen, isRead, readOpenFlags, readReadFlag } from './open-flags.js';
import { isPlatformObject } from './platform-objects.js';
import { accessOf, callAround, isCalled, isOwnerOfMember } from './positions.js';
import { declarationsInOrder } from './source-order.js';
import { findWrite } from './stream-writes.js';
import { textualName } from './textual-name.js';
import type { UnitFacts } from './unit-facts.js';

export type Access = ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression;

/**
 * Reaches the code of a name or a member, whether it is called here or passed on, because the receiver of a function may call it. Getters
 * are reached where they are read.
 */
export function readReference(node: Access, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, symbolOf, types, declared, isMark } = analysis;
  const { ts, checker } = compiler;
  if (ts.isElementAccessExpression(node) && !ts.isStringLiteralLike(node.argumentExpression)) {
    readComputed(node, facts, analysis);
    return;
  }
  const called = isCalled(node, ts);
  // `Function.prototype` does not create a function; its methods are reached by their own names.
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'prototype') return;
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'prototype') return;
  const symbol = symbolOf(node);
  if (called && isMark(symbol)) return;
  const receiver = (): ts.Type | undefined =>
    ts.isIdentifier(node)
      ? undefined
      : (declared.holderOf(node.expression) ?? checker.getTypeAtLocation(node.expression));
  const isKnown = readSymbol(symbol, { node, called, receiver }, facts, analysis);
  const isBound = ts.isPropertyAccessExpression(node.parent) && !isOwnerOfMember(node, ts);
  if ((called || isBound) && isOwnValue(symbol, analysis))
    readMadeFunction(node, callAround(node, ts), facts, analysis);
  if (!called || isKnown) return;
  const type = checker.getTypeAtLocation(node);
  if (types.isAny(type)) facts.unknown(anyReason(node, analysis), callAround(node, ts));
  else if (isUntypedFunction(type))
    facts.unknown('a call to a value of type `Function`', callAround(node, ts));
  // For example `if ('save' in value && typeof value.save === 'function') value.save()`.
  else if (symbol?.declarations === undefined && !isInCollection(receiver(), types))
    facts.unknown('a call to a member that no type declares', callAround(node, ts));
}

function isUntypedFunction(type: ts.Type): boolean {
  return type.getSymbol()?.name === 'Function' && type.getCallSignatures().length === 0;
}

function isInCollection(receiver: ts.Type | undefined, types: Analysis['types']): boolean {
  return receiver === undefined || types.holdsCode(receiver);
}

type SymbolReference = Omit<Reference, 'symbol'>;

/** @returns Whether it is known which code is called. */
function readSymbol(
  named: ts.Symbol | undefined,
  reference: SymbolReference,
  facts: UnitFacts,
  analysis: Analysis,
): boolean {
  const { isOwn } = analysis;
  const symbol = named && resolveAlias(named, analysis.compiler);
  let isKnown = false;
  let foreign: ts.Declaration | undefined;
  for (const one of declarationsInOrder(symbol)) {
    if (symbol === undefined || !isOwn(one.getSourceFile())) foreign ??= one;
    else isKnown = reachDeclaration(one, { ...reference, symbol }, facts, analysis) || isKnown;
  }
  if (foreign === undefined && (symbol?.declarations?.length ?? 0) > 0) return isKnown;
  return readExternal(foreign, symbol, reference, facts, analysis) || isKnown;
}

/** Applies the effects of a name that the program does not define, and reaches the program's own classes that may implement the name. */
function readExternal(
  declaration: ts.Declaration | undefined,
  symbol: ts.Symbol | undefined,
  { node, called, receiver }: SymbolReference,
  facts: UnitFacts,
  analysis: Analysis,
): boolean {
  const { compiler, declaredNames, lookup, implementations, types } = analysis;
  const { ts, checker } = compiler;
  const declared = declaration && declaredNames.nameOf(declaration);
  const textual = isPart(node, ts) ? undefined : spelledName(node, declaration, analysis);
  const names = [textual, declared].filter((name): name is ExternalName => name !== undefined);
  const isListed =
    declaration !== undefined || names.some(({ module }) => lookup.findPackage(module) !== undefined);
  if (names.length === 0 || !isListed) return false;
  const at = callAround(node, ts);
  if (names.some(({ module, keys: [key] }) => module === GLOBAL_MODULE && key === 'Date')) {
    if (readsClock(node, analysis)) facts.use('time', at);
    return true;
  }
  // A function that is passed on may be called.
  const { effects, reason } = findEffects(
    names,
    called ||
      isBrowserData(node, textual, declared, analysis) ||
      (symbol !== undefined &&
        !isOwnerOfMember(node, ts) &&
        types.isCallable(checker.getTypeOfSymbol(symbol))),
    lookup,
    () => mayLackArgument(at, analysis),
    accessOf(node, ts).writes,
  );
  for (const effect of effects) effect === 'unknown' ? facts.unknown(reason, at) : facts.use(effect, at);
  const write = declared && findWrite(declared, node, receiver, analysis);
  if (write === 'unknown') facts.unknown('where a stream leads', at);
  else if (write !== undefined) facts.use(write, at);
  if (names.some(isOpen)) readOpenFlags(at, facts, analysis);
  if (names.some(isRead)) readReadFlag(at, facts, analysis);
  if (names.some(makesLogger)) readDestinations(at, facts, analysis);
  const name = declared?.keys[0]?.split('.').at(-1);
  // The program's own classes may implement a class or an interface of a package.
  const holder = name !== undefined && called ? receiver() : undefined;
  if (declaration !== undefined && holder !== undefined && name !== undefined) {
    const members = implementations.membersLike(name, holder, declaration);
    const isPlain = members.length > 0 && isAccess(node, ts) && isPlatformObject(node.expression, analysis);
    for (const member of isPlain ? [] : members) facts.reach(codeOf(member, ts), at);
  }
  return true;
}

function isAccess(
  node: Reference['node'],
  ts_: typeof ts,
): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return ts_.isPropertyAccessExpression(node) || ts_.isElementAccessExpression(node);
}

/** Whether a reference is part of a destructuring pattern, which does not spell a name itself. */
function isPart(node: Reference['node'], ts_: typeof ts): node is ts.BindingElement | PatternProperty {
  return (
    ts_.isBindingElement(node) || ts_.isPropertyAssignment(node) || ts_.isShorthandPropertyAssignment(node)
  );
}

/** Returns the name according to the source text. A global that is not in the table needs a declaration from Node.js or ECMAScript. */
function spelledName(
  node: ts.Expression,
  declaration: ts.Declaration | undefined,
  { compiler, lookup }: Analysis,
): ExternalName | undefined {
  const name = textualName(node, compiler);
  if (name?.module !== GLOBAL_MODULE) return name;
  if (declaration !== undefined)
    return isPlatformFile(declaration.getSourceFile().fileName) ? name : undefined;
  const table = lookup.findPackage(GLOBAL_MODULE) ?? {};
  // The module that `require` loads is read with the call.
  const isKnown = name.keys.some((key) => key === 'require' || Object.hasOwn(table, key));
  return isKnown ? name : undefined;
}

/** Whether a call has no first argument, or a first argument that may be undefined. */
function mayLackArgument(at: ts.Node, { compiler: { ts, checker } }: Analysis): boolean {
  if (!ts.isCallExpression(at) && !ts.isNewExpression(at)) return false;
  const [first] = at.arguments ?? [];
  if (first === undefined || ts.isSpreadElement(first)) return true;
  const type = checker.getTypeAtLocation(first);
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}

/** Reads `table[key]`: each member that the key may name, or all elements of a collection. */
function readComputed(node: ts.ElementAccessExpression, facts: UnitFacts, analysis: Analysis): void {
  const { ts, checker } = analysis.compiler;
  const keyed = {
    node,
    called: isCalled(node, ts),
    type: checker.getTypeAtLocation(node),
    holder: checker.getTypeAtLocation(node.expression),
    key: checker.getTypeAtLocation(node.argumentExpression),
  };
  readKeyed(keyed, facts, analysis);
}

interface Keyed extends Pick<Reference, 'node' | 'called'> {
  readonly type: ts.Type;
  readonly holder: ts.Type;
  readonly key: ts.Type;
}

function readKeyed({ node, called, type, holder, key }: Keyed, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, types } = analysis;
  const { ts, checker } = compiler;
  const receiver = checker.getApparentType(holder);
  const isAny = types.isAny(type) || types.isAny(receiver);
  const names = keysOf(key);
  const named = names?.map((name) => memberNamed(name, receiver, checker));
  const read = (member: ts.Symbol | undefined) =>
    readSymbol(member, { node, called, receiver: () => receiver }, facts, analysis);
  if (!isAny && !types.holdsCode(type)) {
    for (const member of named ?? checker.getPropertiesOfType(receiver))
      if (member !== undefined && (member.flags & ts.SymbolFlags.Accessor) !== 0) read(member);
    return;
  }
  // The contents of a collection are reached by the collection's name.
  if (!isAny && types.holdsCode(receiver) && !types.isCallable(receiver)) return;
  const members = named ?? membersOf(receiver, analysis);
  if (isAny || members === undefined) {
    const reason = isAny && !isPart(node, ts) ? anyReason(node, analysis) : 'a member with a computed name';
    if (called) facts.unknown(reason, callAround(node, ts));
    return;
  }
  for (const member of members) if (member !== undefined) read(member);
}

/** Finds a member by name. The checker does not find members with symbol keys. */
function memberNamed(name: string, type: ts.Type, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (!name.startsWith(SYMBOL)) return checker.getPropertyOfType(type, name);
  return checker.getPropertiesOfType(type).find(({ escapedName }) => escapedName === name);
}

const SYMBOL = '__@';

/** Returns the member names that a key type consists of; undefined if it also has other parts. */
function keysOf(type: ts.Type): string[] | undefined {
  const parts = type.isUnion() ? type.types : [type];
  const names = parts.flatMap((part) => {
    if (part.isStringLiteral() || part.isNumberLiteral()) return String(part.value);
    // The name of a symbol.
    return 'escapedName' in part ? String(part.escapedName) : [];
  });
  return names.length === parts.length ? names : undefined;
}

/** Returns all members of an object literal in the program. */
function membersOf(type: ts.Type, { compiler: { ts, checker } }: Analysis): readonly ts.Symbol[] | undefined {
  const declaration = type.getSymbol()?.declarations?.[0];
  const isLiteral = declaration !== undefined && ts.isObjectLiteralExpression(declaration);
  return isLiteral ? checker.getPropertiesOfType(type) : undefined;
}

function anyReason(node: ts.Expression, { compiler: { ts, checker } }: Analysis): string {
  let root: ts.Expression = node;
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root))
    root = unwrap(root.expression, ts);
  const declaration = ts.isIdentifier(root)
    ? checker.getSymbolAtLocation(root)?.declarations?.[0]
    : undefined;
  const statement = declaration && ts.findAncestor(declaration, ts.isImportDeclaration);
  const specifier = statement?.moduleSpecifier;
  if (specifier !== undefined && ts.isStringLiteral(specifier) && !checker.getSymbolAtLocation(specifier))
    return `the import of '${specifier.text}' cannot be resolved`;
  if (specifier !== undefined && ts.isStringLiteral(specifier) && /^[^./]/.test(specifier.text))
    return `package ${specifier.text}`;
  return 'a call to a value of type `any`';
}

/** Reaches a function or getter that a destructuring declaration reads from an object: `const { save } = api`. */
export function readBinding(node: ts.BindingElement, facts: UnitFacts, analysis: Analysis): void {
  const { ts, checker } = analysis.compiler;
  if (!ts.isObjectBindingPattern(node.parent) || node.dotDotDotToken !== undefined) return;
  const key = node.propertyName ?? node.name;
  if (ts.isObjectBindingPattern(key) || ts.isArrayBindingPattern(key)) return;
  readTaken(node, key, checker.getTypeAtLocation(node.parent), facts, analysis);
}

/** Reaches a function or getter that a destructuring assignment reads: `({ save: this.save } = api)`. */
export function readAssignedMember(node: PatternProperty, facts: UnitFacts, analysis: Analysis): void {
  const holders = assignedTypes(node.parent, analysis);
  for (const holder of holders) readTaken(node, node.name, holder, facts, analysis);
  if (holders.length === 0) facts.unknown('the destructured value is unknown', node);
}

/** Reads a property that a destructuring pattern reads by key. */
function readTaken(
  node: Reference['node'],
  key: ts.PropertyName,
  holder: ts.Type,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { ts, checker } = analysis.compiler;
  if (ts.isComputedPropertyName(key)) {
    const keyed = {
      type: checker.getTypeAtLocation(node),
      key: checker.getTypeAtLocation(key.expression),
    };
    readKeyed({ node, called: false, holder, ...keyed }, facts, analysis);
    return;
  }
  const symbol = memberNamed(key.text, checker.getApparentType(holder), checker);
  readSymbol(symbol, { node, called: false, receiver: () => holder }, facts, analysis);
}
