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
      const place = readPlace(value, context);
      if (place.isLost) lost.push({ node: value, ...place });
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

interface Place {
  readonly isLost: boolean;
  readonly names: Set<string>;
  readonly declarations: Set<ts.Node>;
  readonly made?: LostMaker['made'];
}

/** Goes outwards from a value to what holds it. */
function readPlace(value: ts.Expression, context: FlowContext): Place {
  const { compiler, analysis } = context;
  const { ts, checker } = compiler;
  const names = new Set<string>();
  const declarations = new Set<ts.Node>();
  const place = (isLost: boolean): Place => ({ isLost, names, declarations });
  const addName = (name: ts.Node): void => {
    const last = lastNameOf(name, compiler.ts);
    if (last !== undefined) names.add(last);
    const declared = analysis.symbolOf(name)?.valueDeclaration;
    if (declared !== undefined) declarations.add(declared);
  };
  let node: ts.Expression = value;
  let isLost = false;
  /** Whether it is the constructor of its prototype. */
  let isTaken = false;
  /** Literals around it. */
  let depth = 0;
  for (;;) {
    const { parent } = node;
    const isCalled = ts.isCallExpression(parent) || ts.isNewExpression(parent);
    if (depth === 0 && isCalled && parent.expression === node)
      return { ...place(isTaken), made: isTaken ? parent : undefined };
    const isCast = ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent);
    if (isCast) {
      if (parent.type.getText() !== 'const' && loses(checker.getTypeAtLocation(parent), depth, context))
        isLost = true;
      node = parent;
      continue;
    }
    if (isTransparent(parent, node, ts)) {
      node = parent;
      continue;
    }
    const given = checker.getContextualType(node);
    if (given !== undefined && loses(given, depth, context)) isLost = true;
    if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
      const [named] = memberSymbols(parent, compiler);
      if (named?.valueDeclaration !== undefined) declarations.add(named.valueDeclaration);
      if (!ts.isComputedPropertyName(parent.name)) names.add(parent.name.text);
      node = parent.parent;
      depth++;
    } else if (ts.isArrayLiteralExpression(parent)) {
      node = parent;
      depth++;
    } else if (ts.isPropertyAccessExpression(parent)) {
      if (parent.name.text !== 'prototype' || !takesConstructor(parent, ts)) return place(false);
      node = parent.parent;
      isTaken = true;
      isLost = true;
    } else if (ts.isCallExpression(parent)) {
      // Those that are given by their names are handed classes.
      const isHanded = depth === 0 || (depth === 1 && ts.isObjectLiteralExpression(node));
      return place(isLost && !isHanded);
    } else if (ts.isBinaryExpression(parent)) {
      if (!isAssignment(parent.operatorToken.kind, ts)) return place(false);
      addName(parent.left);
      return place(isLost);
    } else if (
      ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isPropertyDeclaration(parent)
    ) {
      addName(parent.name);
      declarations.add(parent);
      return place(isLost);
    } else if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) {
      const owner = ts.findAncestor(parent, ts.isFunctionLike);
      const holder =
        owner?.name ?? (owner && ts.isVariableDeclaration(owner.parent) ? owner.parent.name : undefined);
      if (holder !== undefined) addName(holder);
      return place(isLost);
    } else return place(isLost && !ts.isExpressionStatement(parent) && !ts.isTypeOfExpression(parent));
  }
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
function memberSymbols(
  member: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
  { ts, checker }: FlowContext['compiler'],
): readonly ts.Symbol[] {
  if (ts.isComputedPropertyName(member.name)) return [];
  const type = checker.getContextualType(member.parent);
  const symbol = type && checker.getPropertyOfType(type, member.name.text);
  return symbol === undefined ? [] : [symbol];
}

/** `Agent.prototype.constructor`. */
function takesConstructor(
  node: ts.Expression,
  ts_: typeof ts,
): node is ts.Expression & { readonly parent: ts.PropertyAccessExpression } {
  const { parent } = node;
  return ts_.isPropertyAccessExpression(parent) && parent.name.text === 'constructor';
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
