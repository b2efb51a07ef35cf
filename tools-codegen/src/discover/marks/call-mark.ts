import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';
import { innerExpression, outerParent } from './inner-expression.js';
import type { FunctionHolder, FunctionMark, IsTool } from './mark.js';

/** The mark of `tool(fn)` or `tool({ … }, fn)`. Reports a call whose result is not exported. */
export function readCall(call: ts.CallExpression, isTool: IsTool, context: CodegenContext): FunctionMark[] {
  const { ts } = context.compiler;
  if (!isTool(innerExpression(ts, call.expression)) || ts.isDecorator(outerParent(ts, call))) return [];
  const holder = findHolder(call, context);
  if (holder === undefined) {
    context.report({
      code: 'TW1017',
      node: call.expression,
      message: `The result of \`${call.expression.getText()}(…)\` is not an exported constant of its module.`,
    });
    return [];
  }
  const [first, second] = call.arguments;
  const callable = second ?? first;
  if (callable === undefined) {
    context.report({ code: 'TW1024', node: call, message: '`tool(…)` is called without a function.' });
    return [];
  }
  return [
    { kind: 'function', by: call, holder, callable, options: second === undefined ? undefined : first },
  ];
}

/** The top-level `const` or `export default` that a wrapped function becomes. */
function findHolder(
  call: ts.CallExpression,
  { compiler: { ts } }: CodegenContext,
): FunctionHolder | undefined {
  const node = outerParent(ts, call);
  if (ts.isExportAssignment(node)) return node.isExportEquals ? undefined : node;
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return undefined;
  const list = node.parent;
  const top = ts.isVariableStatement(list.parent) && ts.isSourceFile(list.parent.parent);
  return top && list.flags & ts.NodeFlags.Const ? node : undefined;
}
