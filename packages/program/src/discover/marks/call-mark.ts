import type { ts } from 'ts-morph';
import { outerParent, unwrap } from '../../compiler/unwrap.js';
import type { CodegenContext } from '../context.js';
import type { FindMark, FunctionHolder, FunctionMark } from './mark.js';

/**
 * Reads the mark of `tool(fn)`, `tool({ … }, fn)`, `resource(uri, fn)` or `resource(uri, { … }, fn)`. Reports calls whose result is not
 * exported.
 */
export function readCall(
  call: ts.CallExpression,
  findMark: FindMark,
  context: CodegenContext,
): FunctionMark[] {
  const { ts } = context.compiler;
  const use = findMark(unwrap(call.expression, ts));
  if (use === undefined || ts.isDecorator(outerParent(call, ts))) return [];
  const holder = findHolder(call, context);
  if (holder === undefined) {
    context.report({
      code: 'TW1017',
      node: call.expression,
      message: `The result of \`${call.expression.getText()}(…)\` is not an exported constant of its module.`,
    });
    return [];
  }
  const uri = use === 'resource' ? call.arguments[0] : undefined;
  const [first, second] = use === 'resource' ? call.arguments.slice(1) : call.arguments;
  const callable = second ?? first;
  if (callable === undefined) {
    context.report({ code: 'TW1024', node: call, message: `\`${use}(…)\` is called without a function.` });
    return [];
  }
  const options = second === undefined ? undefined : first;
  return [{ kind: 'function', use, by: call, holder, callable, uri, options }];
}

/** Finds the top-level `const` or `export default` that holds a wrapped function. */
function findHolder(
  call: ts.CallExpression,
  { compiler: { ts } }: CodegenContext,
): FunctionHolder | undefined {
  const node = outerParent(call, ts);
  if (ts.isExportAssignment(node)) return node.isExportEquals ? undefined : node;
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return undefined;
  const list = node.parent;
  const top = ts.isVariableStatement(list.parent) && ts.isSourceFile(list.parent.parent);
  return top && list.flags & ts.NodeFlags.Const ? node : undefined;
}
