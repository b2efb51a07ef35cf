import { wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from './analysis.js';
import { readAwaited } from './awaited.js';
import { readCall } from './calls.js';
import { computedNameOf, definitionOf } from './class-definition.js';
import { isFunction } from './declarations.js';
import { flowsIntoCollection, readEscape } from './escapes.js';
import { isNamedPlace, isPatternTarget, isReceiver, isUsedUp, scopeOf } from './positions.js';
import { readProtocols } from './protocols.js';
import { readReceiver } from './receivers.js';
import { readAssignedMember, readBinding, readReference } from './reference.js';
import { readStateChange } from './state-changes.js';
import type { UnitFacts } from './unit-facts.js';
import { readUntypedFlow } from './untyped-flows.js';

/** Records the facts of code that runs as part of a unit, except functions that it only declares. */
export function visitCode(roots: readonly ts.Node[], facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  walkNodes(ts, roots, (node) => {
    // Skips operators, keywords and literals.
    if (node.kind < ts.SyntaxKind.FirstNode && !ts.isIdentifier(node)) return false;
    if (isDeclaredOnly(node, ts)) return false;
    if (isFunction(node, ts)) {
      if (!isNamedPlace(node, ts) || isHandedOver(node, analysis)) facts.pass(node, node);
      return false;
    }
    if (ts.isClassLike(node)) {
      if (ts.isClassExpression(node) && !isNamedPlace(node, ts)) facts.pass(node, node);
      return runsHere(node, facts, ts) ? definitionOf(node, analysis) : false;
    }
    if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) return computedNameOf(node, ts);
    // A function that gets a different name in an object is reached by that name.
    if (!roots.includes(node) && ts.isIdentifier(node) && isMemberValue(node, ts)) {
      readUntypedFlow(node, facts, analysis);
      readStateChange(node, facts, analysis);
      return false;
    }
    readNode(node, facts, analysis);
    // The name of a member is not itself a reference.
    if (ts.isPropertyAccessExpression(node)) return [node.expression];
    return !ts.isIdentifier(node);
  });
}

/** Whether a function is stored in an object of other code, which calls the function: `signal.onabort = () => …`. */
function isHandedOver(node: ts.Node, { compiler: { ts }, symbolOf, isOwn }: Analysis): boolean {
  const { parent } = wrapped(node, ts);
  if (!ts.isBinaryExpression(parent) || !ts.isPropertyAccessExpression(parent.left)) return false;
  const declarations = symbolOf(parent.left)?.declarations ?? [];
  return declarations.length > 0 && !declarations.some((one) => isOwn(one.getSourceFile()));
}

function isMemberValue(node: ts.Node, ts_: typeof ts): boolean {
  return ts_.isPropertyAssignment(node.parent) && node.parent.initializer === node;
}

function isDeclaredOnly(node: ts.Node, ts_: typeof ts): boolean {
  return (
    ts_.isTypeNode(node) ||
    ts_.isInterfaceDeclaration(node) ||
    ts_.isTypeAliasDeclaration(node) ||
    ts_.isImportDeclaration(node) ||
    ts_.isExportDeclaration(node) ||
    ts_.isFunctionDeclaration(node)
  );
}

/**
 * Whether a class is declared here. A module's classes are declared when it is loaded, which is before a call unless the call loads the
 * module.
 */
function runsHere(owner: ts.ClassLikeDeclaration, { unit }: UnitFacts, ts_: typeof ts): boolean {
  return ts_.isSourceFile(unit) || !ts_.isSourceFile(scopeOf(owner, ts_));
}

function readNode(node: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  if (ts.isIdentifier(node)) {
    if (!isName(node, ts) && !isUsedUp(node, ts)) readReference(node, facts, analysis);
    // A `Proxy` may run code when it becomes a text.
    const used = ts.isTemplateSpan(node.parent) ? analysis.symbolOf(node)?.valueDeclaration : undefined;
    if (used !== undefined) readReceiver(used, undefined, node, false, facts, analysis);
  } else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    readReference(node, facts, analysis);
  else if (ts.isCallExpression(node) || ts.isNewExpression(node)) readCall(node, facts, analysis);
  else if (ts.isAwaitExpression(node)) readAwaited(node.expression, facts, analysis);
  else if (ts.isBindingElement(node)) readBinding(node, facts, analysis);
  else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    if (isPatternTarget(node.parent, ts)) readAssignedMember(node, facts, analysis);
  }
  if (isObject(node, ts) && flowsIntoCollection(node, analysis)) readEscape(node, facts, analysis);
  if (!ts.isIdentifier(node) || !isName(node, ts)) readUntypedFlow(node, facts, analysis);
  readProtocols(node, facts, analysis);
  readStateChange(node, facts, analysis);
}

/** Whether an expression is an object whose members can perhaps no longer be told apart where it is used. */
function isObject(node: ts.Node, ts_: typeof ts): node is ts.Expression {
  if (ts_.isObjectLiteralExpression(node)) return node.properties.length > 0;
  return ts_.isIdentifier(node) && !isName(node, ts_) && !isReceiver(node, ts_) && isArgument(node, ts_);
}

function isArgument({ parent }: ts.Node, ts_: typeof ts): boolean {
  return (
    ts_.isCallExpression(parent) ||
    ts_.isNewExpression(parent) ||
    ts_.isReturnStatement(parent) ||
    ts_.isVariableDeclaration(parent) ||
    ts_.isPropertyAssignment(parent)
  );
}

/** Whether an identifier declares a name here, instead of referring to one. */
function isName(node: ts.Identifier, ts_: typeof ts): boolean {
  const { parent } = node;
  if (ts_.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts_.isShorthandPropertyAssignment(parent)) return true;
  if (ts_.isBindingElement(parent)) return parent.initializer !== node;
  if (ts_.isPropertyAssignment(parent) || ts_.isVariableDeclaration(parent) || ts_.isParameter(parent))
    return parent.name === node;
  if (ts_.isPropertyDeclaration(parent) || ts_.isEnumMember(parent)) return parent.name === node;
  return (
    ts_.isLabeledStatement(parent) ||
    ts_.isBreakOrContinueStatement(parent) ||
    ts_.isMetaProperty(parent) ||
    ts_.isJsxAttribute(parent) ||
    ts_.isEnumDeclaration(parent) ||
    ts_.isModuleDeclaration(parent) ||
    ts_.isExportSpecifier(parent)
  );
}
