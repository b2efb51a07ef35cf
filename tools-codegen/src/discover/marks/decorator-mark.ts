import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';
import { innerExpression } from './inner-expression.js';
import type { IsTool, MethodMark } from './mark.js';
import { refuseMethod } from './method-rules.js';

/** The mark of `@tool`, `@tool()` or `@tool({ … })`. Reports a decorator on anything but a method that can be a tool. */
export function readDecorator(
  decorator: ts.Decorator,
  isTool: IsTool,
  context: CodegenContext,
): MethodMark[] {
  const { ts } = context.compiler;
  const { parent } = decorator;
  const expression = innerExpression(ts, decorator.expression);
  const call = ts.isCallExpression(expression) ? expression : undefined;
  if (!isTool(call === undefined ? expression : innerExpression(ts, call.expression))) return [];
  if (!ts.isMethodDeclaration(parent) || !ts.isClassLike(parent.parent)) {
    context.report({
      code: 'TW1014',
      node: decorator,
      message: `\`@tool\` stands on ${describe(parent, context)}, not on a method.`,
    });
    return [];
  }
  if (refuseMethod(parent, context)) return [];
  return [
    { kind: 'method', by: decorator, method: parent, owner: parent.parent, options: call?.arguments[0] },
  ];
}

function describe(node: ts.Node, { compiler: { ts } }: CodegenContext): string {
  if (ts.isClassLike(node)) return 'a class';
  if (ts.isGetAccessor(node)) return 'a getter';
  if (ts.isSetAccessor(node)) return 'a setter';
  if (ts.isPropertyDeclaration(node)) return 'a property';
  return ts.isParameter(node) ? 'a parameter' : 'something else';
}
