import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { findNodes } from '../compiler/find-nodes.js';
import { unwrap } from '../compiler/unwrap.js';

/** Whether a file changes the object of one of its constants, as by `limits.max = 2`, `delete limits.max` or `list.push(1)`. */
export function isChanged(compiler: Compiler, { name }: ts.VariableDeclaration): boolean {
  const { ts, checker } = compiler;
  if (!ts.isIdentifier(name)) return true;
  const symbol = checker.getSymbolAtLocation(name);
  const changed = changedNames(ts, name.getSourceFile()).get(name.text) ?? [];
  return changed.some((each) => checker.getSymbolAtLocation(each) === symbol);
}

/** The changed names of each file, so that a file is searched once. */
const known = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly ts.Identifier[]>>();

/** Returns the names of variables whose objects a file changes, by text. */
export function changedNames(
  ts_: typeof ts,
  file: ts.SourceFile,
): ReadonlyMap<string, readonly ts.Identifier[]> {
  const before = known.get(file);
  if (before !== undefined) return before;
  const names = new Map<string, ts.Identifier[]>();
  const isChange = (node: ts.Node): node is ts.Node => changeTarget(ts_, node) !== undefined;
  for (const change of findNodes(file, { ts: ts_ }, isChange)) {
    const name = rootOf(ts_, changeTarget(ts_, change));
    if (name === undefined) continue;
    const others = names.get(name.text);
    if (others === undefined) names.set(name.text, [name]);
    else others.push(name);
  }
  known.set(file, names);
  return names;
}

const MUTATORS = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/;
const STATIC_MUTATORS = /^(?:assign|defineProperty|defineProperties|setPrototypeOf|set|deleteProperty)$/;

function changeTarget(ts_: typeof ts, node: ts.Node): ts.Expression | undefined {
  const { SyntaxKind } = ts_;
  if (ts_.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const assigns = kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
    return assigns ? node.left : undefined;
  }
  if (ts_.isDeleteExpression(node)) return node.expression;
  if (ts_.isPostfixUnaryExpression(node)) return node.operand;
  if (ts_.isPrefixUnaryExpression(node))
    return node.operator === SyntaxKind.PlusPlusToken || node.operator === SyntaxKind.MinusMinusToken
      ? node.operand
      : undefined;
  if (!ts_.isCallExpression(node) || !ts_.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: holder, name } = node.expression;
  if (MUTATORS.test(name.text)) return holder;
  const isStatic = ts_.isIdentifier(holder) && /^(?:Object|Reflect)$/.test(holder.text);
  return isStatic && STATIC_MUTATORS.test(name.text) ? node.arguments[0] : undefined;
}

/** Returns the variable at the root of `limits.max` or `list[0]`. */
function rootOf(ts_: typeof ts, target: ts.Expression | undefined): ts.Identifier | undefined {
  let root = target && unwrap(target, ts_);
  while (root && (ts_.isPropertyAccessExpression(root) || ts_.isElementAccessExpression(root)))
    root = unwrap(root.expression, ts_);
  return root && ts_.isIdentifier(root) ? root : undefined;
}
