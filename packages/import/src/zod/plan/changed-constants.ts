import { type Compiler, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { namesIn } from '../nodes-in.js';
import { initializerOf, symbolOf } from '../read/zod-names.js';

const CHANGES: ReadonlySet<string> = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
]);
const CHANGES_OF_OBJECT: ReadonlySet<string> = new Set([
  ...['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf', 'set', 'deleteProperty'],
]);

/** Finds the constants whose values are changed after their declaration, such as by `shape.city = …` or `list.push(…)`. */
export function changedConstants(
  sources: readonly ts.SourceFile[],
  compiler: Compiler,
): ReadonlySet<ts.Symbol> {
  const changed = new Set<ts.Symbol>();
  for (const source of sources) {
    const open: ts.Node[] = [source];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const target = targetOf(node);
      const symbol = target && symbolOf(rootOf(target), compiler);
      if (symbol !== undefined) changed.add(symbol);
      typescript.forEachChild(node, (child) => {
        open.push(child);
      });
    }
  }
  return changed;
}

/** Returns a name within an expression, or within the constants that it uses, whose value is changed. */
export function findChanged(
  node: ts.Node | undefined,
  changed: ReadonlySet<ts.Symbol>,
  compiler: Compiler,
): ts.Identifier | undefined {
  const seen = new Set<ts.Symbol>();
  const open = node === undefined || changed.size === 0 ? [] : [...namesIn(node)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const symbol = symbolOf(name, compiler);
    if (symbol === undefined || seen.has(symbol)) continue;
    if (changed.has(symbol)) return name;
    seen.add(symbol);
    const initializer = initializerOf(symbol);
    if (initializer !== undefined) open.push(...namesIn(initializer));
  }
  return undefined;
}

/** Returns what an expression changes. */
function targetOf(node: ts.Node): ts.Expression | undefined {
  const { FirstAssignment, LastAssignment } = typescript.SyntaxKind;
  if (typescript.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= FirstAssignment && kind <= LastAssignment ? node.left : undefined;
  }
  if (typescript.isDeleteExpression(node)) return node.expression;
  if (!typescript.isCallExpression(node) || !typescript.isPropertyAccessExpression(node.expression))
    return undefined;
  const { name, expression } = node.expression;
  if (CHANGES.has(name.text)) return expression;
  const isStatic = typescript.isIdentifier(expression) && /^(?:Object|Reflect)$/.test(expression.text);
  return isStatic && CHANGES_OF_OBJECT.has(name.text) ? node.arguments[0] : undefined;
}

/** Returns the variable that an expression leads to. */
function rootOf(node: ts.Expression): ts.Node {
  let root = unwrap(node, typescript);
  while (typescript.isPropertyAccessExpression(root) || typescript.isElementAccessExpression(root))
    root = unwrap(root.expression, typescript);
  return root;
}
