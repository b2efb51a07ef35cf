import type { ts } from 'ts-morph';
import { unwrap } from '../../../compiler/unwrap.js';
import { isAssignment } from '../../sources/source-index.js';
import { walkNodes } from '../../sources/walk-nodes.js';
import { CLASSES, isAgentClass, isAgentType, isClassType } from './agent-classes.js';
import type { FlowContext } from './flow-context.js';
import { AGENT_FUNCTIONS, isAgentFunction } from './handed-classes.js';

/** A class of agents, or a function that makes one, in a place whose type no longer says so. */
export interface LostMaker {
  readonly node: ts.Expression;
  /** The names that hold it: of variables, members, parameters and functions. */
  readonly names: ReadonlySet<string>;
  /** Their declarations. */
  readonly declarations: ReadonlySet<ts.Node>;
  /** Where it makes an agent in place. */
  readonly made?: ts.NewExpression | ts.CallExpression | undefined;
}

/** What becomes of the classes and functions that are used as values. */
export interface MakerUses {
  /** Whether a function that makes agents has a second holder with its type. */
  readonly isHeld: boolean;
  readonly lost: readonly LostMaker[];
}

/** Finds where classes of agents and functions that make them are used as values: in collections, results, default values, casts. */
export function findMakerUses(context: FlowContext): MakerUses {
  const { compiler, files } = context;
  const { ts } = compiler;
  const names = makerNames(context);
  const held = new RegExp(`\\btypeof\\s+(?:\\w+\\.)?(?:${AGENT_FUNCTIONS.join('|')})\\b`);
  const lost: LostMaker[] = [];
  let isHeld = files.some(({ text }) => held.test(text));
  walkNodes(ts, files, (node) => {
    if (ts.isTypeNode(node)) return false;
    if (ts.isStringLiteralLike(node) && ts.isElementAccessExpression(node.parent)) {
      if (AGENT_FUNCTIONS.includes(node.text)) isHeld = true;
    } else if (ts.isIdentifier(node) && names.has(node.text)) {
      const value = usedValue(node, ts);
      if (value === undefined || !isMaker(value, context)) return true;
      isHeld = true;
      const found = findLost(value, context);
      if (found !== undefined) lost.push(found);
    }
    return true;
  });
  return { isHeld, lost };
}

/** The names of classes and functions of Toolwright, second names, and those of classes of the program that extend them. */
function makerNames(context: FlowContext): ReadonlySet<string> {
  const { ts, checker } = context.compiler;
  const names = new Set([...CLASSES, ...AGENT_FUNCTIONS]);
  walkNodes(ts, context.files, (node) => {
    if (ts.isTypeNode(node)) return false;
    if (ts.isImportSpecifier(node) || ts.isBindingElement(node)) {
      const { name, propertyName } = node;
      if (propertyName !== undefined && ts.isIdentifier(name) && names.has(propertyName.getText()))
        names.add(name.text);
    } else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const value = node.initializer && unwrap(node.initializer, ts);
      if (value !== undefined && ts.isIdentifier(value) && names.has(value.text)) names.add(node.name.text);
    } else if (ts.isClassLike(node) && node.name !== undefined && node.heritageClauses !== undefined) {
      if (isAgentType(checker.getTypeAtLocation(node), context)) names.add(node.name.text);
    }
    return true;
  });
  return names;
}

function isMaker(value: ts.Expression, context: FlowContext): boolean {
  return isAgentFunction(value, context) || isAgentClass(value, context);
}

/** The expression that a name stands for, with the module before it; undefined where it is no value, or is called in place. */
function usedValue(name: ts.Identifier, ts_: typeof ts): ts.Expression | undefined {
  const { parent } = name;
  const value = ts_.isPropertyAccessExpression(parent) && parent.name === name ? parent : name;
  const outer = value.parent;
  const isNamed =
    ts_.isImportSpecifier(outer) ||
    ts_.isExportSpecifier(outer) ||
    ts_.isImportClause(outer) ||
    (ts_.isBindingElement(outer) && outer.initializer !== value) ||
    ts_.isExpressionWithTypeArguments(outer) ||
    ('name' in outer && outer.name === value && !ts_.isShorthandPropertyAssignment(outer));
  return isNamed ? undefined : value;
}

/** The way from a value outwards to what holds it. */
interface Way {
  /** What has been reached. */
  node: ts.Expression;
  /** The literals around the value. */
  depth: number;
  /** Whether a type on the way no longer says what the value is. */
  isLost: boolean;
  /** Whether it is the constructor of the value's prototype. */
  isTaken: boolean;
  readonly names: Set<string>;
  readonly declarations: Set<ts.Node>;
}

/** The value where its type is lost; undefined where its type is kept, or another search follows it. */
function findLost(value: ts.Expression, context: FlowContext): LostMaker | undefined {
  const way: Way = {
    ...{ node: value, depth: 0, isLost: false, isTaken: false },
    ...{ names: new Set<string>(), declarations: new Set<ts.Node>() },
  };
  while (goOut(way, context));
  const { names, declarations } = way;
  const made = madeBy(way, context);
  if (made !== undefined) return way.isTaken ? { node: value, names, declarations, made } : undefined;
  addHolder(way, context);
  return way.isLost && isKept(way, context) ? { node: value, names, declarations } : undefined;
}

/** Goes to what is around the node; false at the end of the way. */
function goOut(way: Way, context: FlowContext): boolean {
  const { node, depth, declarations, names } = way;
  const { ts, checker } = context.compiler;
  const { parent } = node;
  if (madeBy(way, context) !== undefined) return false;
  if (ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent)) {
    const isLost =
      parent.type.getText() !== 'const' && loses(checker.getTypeAtLocation(parent), depth, context);
    way.node = parent;
    way.isLost ||= isLost;
    return true;
  }
  if (isTransparent(parent, node, ts)) {
    way.node = parent;
    return true;
  }
  const given = checker.getContextualType(node);
  if (given !== undefined && loses(given, depth, context)) way.isLost = true;
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
    const declared = memberOfType(parent, context)?.valueDeclaration;
    if (declared !== undefined) declarations.add(declared);
    if (!ts.isComputedPropertyName(parent.name)) names.add(parent.name.text);
    way.node = parent.parent;
    way.depth++;
    return true;
  }
  if (ts.isArrayLiteralExpression(parent)) {
    way.node = parent;
    way.depth++;
    return true;
  }
  if (!ts.isPropertyAccessExpression(parent) || !takesConstructor(parent, ts)) return false;
  way.node = parent.parent;
  way.isTaken = true;
  way.isLost = true;
  return true;
}

/** The call or the construction of the value itself. */
function madeBy({ node, depth }: Way, { compiler: { ts } }: FlowContext): LostMaker['made'] {
  const { parent } = node;
  const isCall = ts.isCallExpression(parent) || ts.isNewExpression(parent);
  return isCall && depth === 0 && parent.expression === node ? parent : undefined;
}

/** Takes down the variable, parameter, member or function at the end of the way. */
function addHolder({ node, names, declarations }: Way, { compiler: { ts }, analysis }: FlowContext): void {
  const { parent } = node;
  const add = (name: ts.Node): void => {
    const last = lastNameOf(name, ts);
    if (last !== undefined) names.add(last);
    const declared = analysis.symbolOf(name)?.valueDeclaration;
    if (declared !== undefined) declarations.add(declared);
  };
  if (ts.isBinaryExpression(parent)) add(parent.left);
  else if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isPropertyDeclaration(parent)) {
    add(parent.name);
    declarations.add(parent);
  } else if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) {
    const owner = ts.findAncestor(parent, ts.isFunctionLike);
    const outer = owner?.parent;
    const holder = owner?.name ?? (outer && ts.isVariableDeclaration(outer) ? outer.name : undefined);
    if (holder !== undefined) add(holder);
  }
}

/** Whether something keeps the value at the end of the way, or gets it. */
function isKept({ node, depth }: Way, { compiler: { ts } }: FlowContext): boolean {
  const { parent } = node;
  // Those that are given by their names are handed classes.
  if (ts.isCallExpression(parent)) return depth > 1 || (depth === 1 && !ts.isObjectLiteralExpression(node));
  if (ts.isBinaryExpression(parent)) return isAssignment(parent.operatorToken.kind, ts);
  const isOnlyRead =
    ts.isPropertyAccessExpression(parent) ||
    ts.isExpressionStatement(parent) ||
    ts.isTypeOfExpression(parent);
  return !isOnlyRead;
}

function isTransparent(parent: ts.Node, node: ts.Node, ts_: typeof ts): parent is ts.Expression {
  if (ts_.isConditionalExpression(parent)) return parent.condition !== node;
  if (ts_.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    const { BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken, CommaToken } = ts_.SyntaxKind;
    return [BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken, CommaToken].includes(kind);
  }
  return (
    ts_.isParenthesizedExpression(parent) ||
    ts_.isNonNullExpression(parent) ||
    ts_.isSatisfiesExpression(parent) ||
    ts_.isAwaitExpression(parent)
  );
}

/** Whether a type says no longer that a value is a maker, or a literal with one in it. */
function loses(type: ts.Type, depth: number, context: FlowContext): boolean {
  const { Any, Unknown, NonPrimitive, TypeParameter } = context.compiler.ts.TypeFlags;
  if ((type.flags & (Any | Unknown | NonPrimitive)) !== 0) return true;
  if ((type.flags & TypeParameter) !== 0) return false;
  if (depth > 0) return false;
  const types = type.isUnion() ? type.types : [type];
  return !types.some((one) => {
    const symbol = one.getSymbol();
    const isFunction =
      symbol !== undefined &&
      AGENT_FUNCTIONS.includes(symbol.name) &&
      context.library.isNamed(symbol, symbol.name);
    return isFunction || isClassType(one, context) || (one.flags & TypeParameter) !== 0;
  });
}

/** The member of the declared type that a member of a literal stands for. */
function memberOfType(
  member: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
  { compiler: { ts, checker } }: FlowContext,
): ts.Symbol | undefined {
  if (ts.isComputedPropertyName(member.name)) return undefined;
  const type = checker.getContextualType(member.parent);
  return type && checker.getPropertyOfType(type, member.name.text);
}

/** `Agent.prototype.constructor`. */
function takesConstructor(
  node: ts.PropertyAccessExpression,
  ts_: typeof ts,
): node is ts.PropertyAccessExpression & { readonly parent: ts.PropertyAccessExpression } {
  const { parent } = node;
  return (
    node.name.text === 'prototype' &&
    ts_.isPropertyAccessExpression(parent) &&
    parent.name.text === 'constructor'
  );
}

/** The name under which a value is taken: `one` in `kinds.one`, `kinds` in `kinds[key]` and `kinds()`. */
export function lastNameOf(value: ts.Node, ts_: typeof ts): string | undefined {
  let node = ts_.isExpression(value) ? unwrap(value, ts_) : value;
  for (;;) {
    if (ts_.isIdentifier(node)) return node.text;
    if (ts_.isPropertyAccessExpression(node)) return node.name.text;
    if (ts_.isElementAccessExpression(node) && ts_.isStringLiteralLike(node.argumentExpression))
      return node.argumentExpression.text;
    if (!ts_.isElementAccessExpression(node) && !ts_.isCallExpression(node) && !ts_.isAwaitExpression(node))
      return undefined;
    node = unwrap(node.expression, ts_);
  }
}
