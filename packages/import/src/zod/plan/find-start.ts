import { type Compiler, findNodes, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { findTools } from '../find-tools.js';
import { runsLater } from '../nodes-in.js';
import { symbolOf } from '../read/zod-names.js';
import { calleeName, isCall, isGuarded, isOfLanguage } from './loading.js';

/** What starts a script or a server, also if a constant holds its result. */
const STARTS = /^(?:main|listen|serve|connect)$/;

/**
 * Finds the first place where a file does more than make values while it loads, such as `main()` or `app.listen()`.
 * Registrations of tools do not count.
 */
export function findStart(source: ts.SourceFile, compiler: Compiler): ts.Node | undefined {
  const registrations = new Set<ts.Node>(findTools(source, compiler).map(({ call }) => call));
  return findNodes(source, compiler, mayStart).find((node) => {
    if (runsLater(node) || isGuarded(node)) return false;
    if (typescript.isExpressionStatement(node)) return isStart(node.expression, registrations, compiler);
    return !isCall(node) || STARTS.test(calleeName(node).getText());
  });
}

function mayStart(node: ts.Node): node is ts.Node {
  if (typescript.isForOfStatement(node)) return node.awaitModifier !== undefined;
  return isCall(node) || typescript.isExpressionStatement(node) || typescript.isAwaitExpression(node);
}

/** Whether the statement of an expression runs a function, apart from those that configure what they are called on. */
function isStart(
  expression: ts.Expression,
  registrations: ReadonlySet<ts.Node>,
  compiler: Compiler,
): boolean {
  const open = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = unwrap(next, typescript);
    if (typescript.isVoidExpression(node) || typescript.isPropertyAccessExpression(node))
      open.push(node.expression);
    else if (typescript.isBinaryExpression(node) && isBranch(node.operatorToken.kind))
      open.push(node.left, node.right);
    if (!isCall(node) || registrations.has(node)) continue;
    if (!isOfLanguage(symbolOf(calleeName(node), compiler), compiler) && !isFluent(node, compiler))
      return true;
    open.push(node.expression);
  }
  return false;
}

function isBranch(kind: ts.SyntaxKind): boolean {
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, CommaToken } = typescript.SyntaxKind;
  return [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, CommaToken].includes(kind);
}

/** Whether what a method returns has the same method, as that of `app.get('/', …)` does. */
function isFluent(call: ts.Expression, compiler: Compiler): boolean {
  const name = isCall(call) ? calleeName(call) : call;
  const [method] = symbolOf(name, compiler)?.declarations ?? [];
  const same = compiler.checker.getTypeAtLocation(call).getProperty(name.getText())?.declarations ?? [];
  return method !== undefined && same.includes(method);
}
