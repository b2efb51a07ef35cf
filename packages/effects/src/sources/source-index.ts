import { type Compiler, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from './walk-nodes.js';

/** A member that may hold code, in a class or an object literal. */
export type CodeMember =
  | ts.MethodDeclaration
  | ts.PropertyDeclaration
  | ts.AccessorDeclaration
  | ts.PropertyAssignment
  | ts.ShorthandPropertyAssignment
  | ts.ParameterDeclaration;

/** A value that is stored under a name after the name's declaration: `name = value`, `name[key] = value`, `name.set(key, value)`. */
export interface StoredValue {
  /** The name or member access under which the value is stored. */
  readonly target: ts.Expression;
  readonly value: ts.Expression;
}

/** The declarations, stored values and calls in the program's own sources, by name. The sources are read once, without types. */
export interface SourceIndex {
  readonly members: ReadonlyMap<string, readonly CodeMember[]>;
  readonly stored: ReadonlyMap<string, readonly StoredValue[]>;
  readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>;
  readonly constructions: readonly ts.NewExpression[];
  readonly classes: readonly ts.ClassLikeDeclaration[];
  /** The names in all `extends` clauses; {@link UNNAMED} for other expressions. */
  readonly extended: ReadonlySet<string>;
}

/** Represents a base class without a name, such as `mixin(Base)`. */
export const UNNAMED = '';

/** Methods of collections that store their arguments. */
const STORING: ReadonlySet<string> = new Set(['set', 'add', 'push', 'unshift', 'splice', 'fill']);

export function indexSources(files: readonly ts.SourceFile[], { ts }: Compiler): SourceIndex {
  const members = new Map<string, CodeMember[]>();
  const stored = new Map<string, StoredValue[]>();
  const calls = new Map<string, ts.CallExpression[]>();
  const constructions: ts.NewExpression[] = [];
  const classes: ts.ClassLikeDeclaration[] = [];
  const extended = new Set<string>();
  // Object literals that are used as destructuring patterns have no members of their own.
  const patterns = new Set<ts.Node>();
  const store = (target: ts.Expression, value: ts.Expression): void => {
    const name = targetName(target, ts);
    if (name !== undefined) addTo(stored, name, { target, value });
  };
  walkNodes(ts, files, (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return false;
    if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ExtendsKeyword)
      for (const { expression } of node.types) extended.add(targetName(expression, ts) ?? UNNAMED);
    if (ts.isClassLike(node)) classes.push(node);
    else if (ts.isNewExpression(node)) constructions.push(node);
    else if (ts.isCallExpression(node)) {
      const name = targetName(node.expression, ts);
      if (name !== undefined) addTo(calls, name, node);
      for (const { target, value } of valuesStoredBy(node, ts)) store(target, value);
    } else if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind, ts)) {
      const targets = targetsIn(node.left, patterns, ts);
      for (const target of targets)
        store(target, targets.length === 1 && target === node.left ? node.right : node);
      const holder = holderOf(node.left, ts);
      if (holder !== undefined) store(holder, node.right);
    } else if (ts.isForOfStatement(node) && !ts.isVariableDeclarationList(node.initializer)) {
      for (const target of targetsIn(node.initializer, patterns, ts)) store(target, node.expression);
    } else if (isCodeMember(node, ts) && !patterns.has(node.parent)) {
      const name = memberName(node, ts);
      if (name !== undefined) addTo(members, name, node);
    }
    return true;
  });
  return { members, stored, calls, constructions, classes, extended };
}

/**
 * Returns the values that a call stores: `handlers.set(key, value)` stores under `handlers`, and `Object.assign(target, source)` under
 * `target`.
 */
function valuesStoredBy(
  { expression, arguments: args }: ts.CallExpression,
  { isPropertyAccessExpression }: typeof ts,
): StoredValue[] {
  if (!isPropertyAccessExpression(expression)) return [];
  const [first, ...rest] = args;
  if (expression.name.text === 'assign' && first !== undefined)
    return rest.map((value) => ({ target: first, value }));
  if (!STORING.has(expression.name.text)) return [];
  return args.map((value) => ({ target: expression.expression, value }));
}

/**
 * Returns the targets of an assignment: the left side itself, or all names and members in a destructuring pattern.
 * @param patterns Receives the object literals of the pattern.
 */
function targetsIn(left: ts.Expression, patterns: Set<ts.Node>, ts_: typeof ts): ts.Expression[] {
  const found: ts.Expression[] = [];
  const open = [left];
  for (let target = open.pop(); target !== undefined; target = open.pop()) {
    const inner = unwrap(target, ts_);
    if (ts_.isArrayLiteralExpression(inner)) open.push(...inner.elements);
    else if (ts_.isSpreadElement(inner)) open.push(inner.expression);
    // A target with a default: `[save = keep] = …`.
    else if (ts_.isBinaryExpression(inner)) open.push(inner.left);
    else if (!ts_.isObjectLiteralExpression(inner)) found.push(target);
    else {
      patterns.add(inner);
      for (const part of inner.properties)
        if (ts_.isPropertyAssignment(part)) open.push(part.initializer);
        else if (ts_.isShorthandPropertyAssignment(part)) open.push(part.name);
        else if (ts_.isSpreadAssignment(part)) open.push(part.expression);
    }
  }
  return found;
}

/** Returns the last part of a name or a member access: `handlers` in `this.handlers`. */
function targetName(expression: ts.Expression, ts_: typeof ts): string | undefined {
  const target = unwrap(expression, ts_);
  if (ts_.isIdentifier(target)) return target.text;
  if (ts_.isPropertyAccessExpression(target)) return target.name.text;
  if (!ts_.isElementAccessExpression(target)) return undefined;
  const key = target.argumentExpression;
  return ts_.isStringLiteralLike(key) ? key.text : undefined;
}

/** Returns the object of a member access: `handlers` in `handlers[key]` and `handlers.key`. */
function holderOf(target: ts.Expression, ts_: typeof ts): ts.Expression | undefined {
  const isAccess = ts_.isPropertyAccessExpression(target) || ts_.isElementAccessExpression(target);
  return isAccess ? target.expression : undefined;
}

export function isAssignment(kind: ts.SyntaxKind, { SyntaxKind }: typeof ts): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

export function isCodeMember(node: ts.Node, ts_: typeof ts): node is CodeMember {
  return (
    ts_.isMethodDeclaration(node) ||
    ts_.isPropertyDeclaration(node) ||
    ts_.isAccessor(node) ||
    ts_.isPropertyAssignment(node) ||
    ts_.isShorthandPropertyAssignment(node) ||
    (ts_.isParameter(node) && ts_.isParameterPropertyDeclaration(node, node.parent))
  );
}

/** Returns the name of a member. Well-known symbols are named by their expressions: `Symbol.iterator`. */
export function memberName({ name }: CodeMember, ts_: typeof ts): string | undefined {
  if (ts_.isComputedPropertyName(name)) {
    const key = name.expression;
    if (ts_.isStringLiteralLike(key)) return key.text;
    if (ts_.isPropertyAccessExpression(key)) return key.getText();
    if (ts_.isIdentifier(key)) return name.getText();
    // A registered symbol, such as `Symbol.for('nodejs.util.inspect.custom')`.
    return ts_.isCallExpression(key) ? key.getText().replaceAll(/['"`\s]/g, '') : undefined;
  }
  if (ts_.isObjectBindingPattern(name) || ts_.isArrayBindingPattern(name)) return undefined;
  return name.text;
}

export function addTo<Key, Item>(lists: Map<Key, Item[]>, name: Key, item: Item): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}
