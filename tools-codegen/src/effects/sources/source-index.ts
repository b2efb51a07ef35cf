import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { unwrap } from '../../compiler/unwrap.js';
import { walkNodes } from './walk-nodes.js';

/** A member that may hold code, in a class or an object literal. */
export type CodeMember =
  | ts.MethodDeclaration
  | ts.PropertyDeclaration
  | ts.AccessorDeclaration
  | ts.PropertyAssignment
  | ts.ShorthandPropertyAssignment
  | ts.ParameterDeclaration;

/** A value that is stored under a name after its declaration: `name = value`, `name[key] = value`, `name.set(key, value)`. */
export interface StoredValue {
  /** The name or member access that it is stored under. */
  readonly target: ts.Expression;
  readonly value: ts.Expression;
}

/** What the program's own sources declare, store and call, by name. Read once, without types. */
export interface SourceIndex {
  readonly members: ReadonlyMap<string, readonly CodeMember[]>;
  readonly stored: ReadonlyMap<string, readonly StoredValue[]>;
  readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>;
  readonly constructions: readonly ts.NewExpression[];
  readonly classes: readonly ts.ClassLikeDeclaration[];
}

/** Methods of collections that store their arguments. */
const STORING: ReadonlySet<string> = new Set(['set', 'add', 'push', 'unshift', 'splice', 'fill']);

export function indexSources(files: readonly ts.SourceFile[], { ts }: Compiler): SourceIndex {
  const members = new Map<string, CodeMember[]>();
  const stored = new Map<string, StoredValue[]>();
  const calls = new Map<string, ts.CallExpression[]>();
  const constructions: ts.NewExpression[] = [];
  const classes: ts.ClassLikeDeclaration[] = [];
  const store = (target: ts.Expression, value: ts.Expression): void => {
    const name = targetName(target, ts);
    if (name !== undefined) addTo(stored, name, { target, value });
  };
  walkNodes(ts, files, (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return false;
    if (ts.isClassLike(node)) classes.push(node);
    else if (ts.isNewExpression(node)) constructions.push(node);
    else if (ts.isCallExpression(node)) {
      const name = targetName(node.expression, ts);
      if (name !== undefined) addTo(calls, name, node);
      for (const { target, value } of valuesStoredBy(node, ts)) store(target, value);
    } else if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind, ts)) {
      store(node.left, node.right);
      const holder = holderOf(node.left, ts);
      if (holder !== undefined) store(holder, node.right);
    } else if (isCodeMember(node, ts)) {
      const name = memberName(node, ts);
      if (name !== undefined) addTo(members, name, node);
    }
    return true;
  });
  return { members, stored, calls, constructions, classes };
}

/** `handlers.set(key, value)` stores under `handlers`, `Object.assign(target, source)` under `target`. */
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

/** The last name of a name or a member access: `handlers` in `this.handlers`. */
function targetName(expression: ts.Expression, ts_: typeof ts): string | undefined {
  const target = unwrap(expression, ts_);
  if (ts_.isIdentifier(target)) return target.text;
  if (ts_.isPropertyAccessExpression(target)) return target.name.text;
  if (!ts_.isElementAccessExpression(target)) return undefined;
  const key = target.argumentExpression;
  return ts_.isStringLiteralLike(key) ? key.text : undefined;
}

/** `handlers` in `handlers[key]` and `handlers.key`. */
function holderOf(target: ts.Expression, ts_: typeof ts): ts.Expression | undefined {
  const isAccess = ts_.isPropertyAccessExpression(target) || ts_.isElementAccessExpression(target);
  return isAccess ? target.expression : undefined;
}

export function isAssignment(kind: ts.SyntaxKind, { SyntaxKind }: typeof ts): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

function isCodeMember(node: ts.Node, ts_: typeof ts): node is CodeMember {
  return (
    ts_.isMethodDeclaration(node) ||
    ts_.isPropertyDeclaration(node) ||
    ts_.isAccessor(node) ||
    ts_.isPropertyAssignment(node) ||
    ts_.isShorthandPropertyAssignment(node) ||
    (ts_.isParameter(node) && ts_.isParameterPropertyDeclaration(node, node.parent))
  );
}

/** The name of a member. Well-known symbols have their spelling: `Symbol.iterator`. */
export function memberName({ name }: CodeMember, ts_: typeof ts): string | undefined {
  if (ts_.isComputedPropertyName(name)) {
    const key = name.expression;
    if (ts_.isStringLiteralLike(key)) return key.text;
    if (ts_.isPropertyAccessExpression(key)) return key.getText();
    if (ts_.isIdentifier(key)) return name.getText();
    // `Symbol.for('nodejs.util.inspect.custom')`
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
