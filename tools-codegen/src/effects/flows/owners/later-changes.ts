import type { ts } from 'ts-morph';
import { outerParent, wrapped } from '../../../compiler/unwrap.js';
import { isAssignment } from '../../sources/source-index.js';
import { walkNodes } from '../../sources/walk-nodes.js';
import { calledName, type FlowContext, type LaterChanges, plain, receiverOf } from './flow-context.js';
import { functionOf } from './resolve-tools.js';

/** Names for one value that are followed. */
const MAX_NAMES = 64;
/** Methods that take something away from a list. Those that add to it, or sort it, leave what was in it. */
const TAKING = new Set(['pop', 'shift', 'splice', 'fill', 'copyWithin']);
const ADDING = new Set(['push', 'unshift']);
const READING = new Set(['freeze', 'seal', 'keys', 'values', 'entries', 'stringify', 'from', 'isArray']);
const GLOBALS = new Set(['Object', 'Reflect', 'JSON', 'Array', 'console']);

/** Whether a list, or an object, still is what its literal says. */
export function isUnchanged({ members, merged, isChanged, isUnclear }: LaterChanges): boolean {
  return members.length === 0 && merged.length === 0 && !isChanged && !isUnclear;
}

/** Reads all uses of a declared name, and of the names that it is given to. */
export function findLaterChanges(declaration: ts.Declaration, context: FlowContext): LaterChanges {
  const known = context.laterChanges.get(declaration);
  if (known !== undefined) return known;
  const changes: LaterChanges = { members: [], merged: [], isChanged: false, isUnclear: false };
  const search: Search = { ...context, changes, names: [declaration] };
  // The list grows while it is read.
  for (const name of search.names) for (const use of usesOf(name, context)) readUse(use, search);
  if (search.names.length >= MAX_NAMES) changes.isUnclear = true;
  context.laterChanges.set(declaration, changes);
  return changes;
}

interface Search extends FlowContext {
  readonly changes: LaterChanges;
  readonly names: ts.Declaration[];
}

/** Where a name is used: the name itself, or the access that ends in it. */
function usesOf(declaration: ts.Declaration, { compiler, analysis, files }: FlowContext): ts.Expression[] {
  const { ts } = compiler;
  const name = ts.getNameOfDeclaration(declaration);
  if (name === undefined || !ts.isIdentifier(name)) return [];
  const { text } = name;
  const uses: ts.Expression[] = [];
  walkNodes(
    ts,
    files.filter((file) => file.text.includes(text)),
    (node) => {
      if (ts.isTypeNode(node)) return false;
      if (!ts.isIdentifier(node) || node.text !== text || node === name) return true;
      if (analysis.symbolOf(node)?.valueDeclaration !== declaration) return true;
      const { parent } = node;
      uses.push(ts.isPropertyAccessExpression(parent) && parent.name === node ? parent : node);
      return true;
    },
  );
  return uses;
}

function follow(declaration: ts.Declaration | undefined, { names, changes, compiler }: Search): void {
  const name = declaration && compiler.ts.getNameOfDeclaration(declaration);
  if (declaration === undefined || name === undefined || !compiler.ts.isIdentifier(name))
    changes.isUnclear = true;
  else if (!names.includes(declaration) && names.length < MAX_NAMES) names.push(declaration);
}

/** One use of the value: what stands around it says what becomes of it. */
function readUse(use: ts.Expression, search: Search): void {
  const { changes, compiler } = search;
  const { ts } = compiler;
  let value: ts.Node = use;
  let parent = outerParent(use, ts);
  // The value in a larger one.
  while (isAround(parent, ts)) {
    value = parent;
    parent = ts.isExpression(parent) ? outerParent(parent, ts) : parent.parent;
  }
  // Callbacks and loops take it out of what it stands in.
  const isTakenOut =
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isForOfStatement(parent);
  if (value !== use && isTakenOut) changes.isUnclear = true;
  else if (ts.isVariableDeclaration(parent)) follow(parent, search);
  else if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
    readMember(parent, search);
  else if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) readArgument(value, parent, search);
  else if (ts.isBinaryExpression(parent)) {
    // Another value in its place, or one more name for it.
    changes.isUnclear = true;
  } else if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) {
    // Uses under another name are not looked for.
    if (parent.propertyName !== undefined) changes.isUnclear = true;
  } else if (!isRead(parent, ts)) changes.isUnclear = true;
}

function isAround(node: ts.Node, ts_: typeof ts): boolean {
  return (
    ts_.isPropertyAssignment(node) ||
    ts_.isShorthandPropertyAssignment(node) ||
    ts_.isObjectLiteralExpression(node) ||
    ts_.isArrayLiteralExpression(node) ||
    ts_.isConditionalExpression(node) ||
    (ts_.isBinaryExpression(node) && !isAssignment(node.operatorToken.kind, ts_))
  );
}

function isRead(parent: ts.Node, ts_: typeof ts): boolean {
  return (
    ts_.isSpreadElement(parent) ||
    ts_.isSpreadAssignment(parent) ||
    ts_.isForOfStatement(parent) ||
    ts_.isExpressionStatement(parent) ||
    ts_.isTypeOfExpression(parent) ||
    ts_.isIfStatement(parent) ||
    ts_.isPrefixUnaryExpression(parent)
  );
}

/** `list.pop()`, `list.length = 0`, `options.policies.pop()`, `delete options.policies`. */
function readMember(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  search: Search,
  depth = 0,
): void {
  const { changes, compiler } = search;
  const { ts } = compiler;
  const parent = outerParent(access, ts);
  const name = memberName(access, ts);
  if (ts.isBinaryExpression(parent) && isAssignment(parent.operatorToken.kind, ts)) {
    if (parent.left !== wrapped(access, ts)) return;
    if (name === undefined || depth > 0) changes.isUnclear = true;
    else changes.members.push({ name, value: parent.right });
  } else if (ts.isDeleteExpression(parent) || ts.isPostfixUnaryExpression(parent)) changes.isChanged = true;
  else if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
    readInner(name, parent, search, depth + 1);
  else if (ts.isCallExpression(parent) && parent.expression === wrapped(access, ts)) {
    if (name === undefined || TAKING.has(name)) changes.isChanged = true;
  } else if (name === 'handoffs') changes.members.push({ name, value: access });
  else if (name === undefined || name === 'policies') readUse(access, search);
}

/** A member of a member: `options.handoffs.push(…)`. */
function readInner(
  outer: string | undefined,
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  search: Search,
  depth: number,
): void {
  const { changes, compiler } = search;
  const { ts } = compiler;
  const call = outerParent(access, ts);
  const isAdding = ADDING.has(memberName(access, ts) ?? '') && ts.isCallExpression(call);
  if (outer === 'handoffs' && depth === 1 && isAdding)
    for (const value of call.arguments) changes.members.push({ name: outer, value });
  else readMember(access, search, depth);
}

function memberName(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  ts_: typeof ts,
): string | undefined {
  if (ts_.isPropertyAccessExpression(access)) return access.name.text;
  const { argumentExpression: key } = access;
  return ts_.isStringLiteralLike(key) ? key.text : undefined;
}

/** A function of the program is followed into; those of Toolwright, and those that print, only read. */
function readArgument(use: ts.Node, call: ts.CallExpression | ts.NewExpression, search: Search): void {
  const { changes, compiler, analysis, library } = search;
  const { ts } = compiler;
  const args: readonly ts.Node[] = call.arguments ?? [];
  const index = args.indexOf(wrapped(use, ts));
  const callee = plain(call.expression, compiler);
  if (index < 0 || callee.kind === ts.SyntaxKind.SuperKeyword) return;
  const name = ts.isCallExpression(call) ? calledName(call, compiler) : undefined;
  const receiver = ts.isCallExpression(call) ? receiverOf(call, compiler) : undefined;
  if (receiver !== undefined && ts.isIdentifier(receiver) && GLOBALS.has(receiver.text)) {
    if (index > 0 || receiver.text === 'console' || READING.has(name ?? '')) return;
    if (name === 'assign') changes.merged.push(...(call.arguments ?? []).slice(1));
    else changes.isUnclear = true;
    return;
  }
  const symbol = analysis.symbolOf(callee);
  if (symbol !== undefined && library.isNamed(symbol, symbol.name)) return;
  const declared = symbol?.valueDeclaration;
  if (ts.isNewExpression(call)) {
    const made =
      declared !== undefined && ts.isClassLike(declared)
        ? declared.members.find(ts.isConstructorDeclaration)
        : undefined;
    // A class without a constructor of its own hands its arguments on to the one that it extends.
    if (made !== undefined) followParameter(made, index, search);
    else if (declared === undefined || !analysis.isOwn(declared.getSourceFile())) changes.isUnclear = true;
    return;
  }
  followParameter(functionOf(declared, search), index, search);
}

function followParameter(owner: ts.SignatureDeclaration | undefined, index: number, search: Search): void {
  const parameter = owner?.parameters[index];
  follow(parameter?.dotDotDotToken === undefined ? parameter : undefined, search);
}
