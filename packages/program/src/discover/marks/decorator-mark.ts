import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import type { CodegenContext } from '../context.js';
import type { FindMark, MethodMark } from './mark.js';
import { misplacedFunction, refuseMethod } from './method-rules.js';

/** Reads the mark of `@tool`, `@tool()`, `@tool({ … })` or `@resource(uri, { … })`. Reports decorators on anything but public methods. */
export function readDecorator(
  decorator: ts.Decorator,
  findMark: FindMark,
  context: CodegenContext,
): MethodMark[] {
  const { ts } = context.compiler;
  const { parent } = decorator;
  const expression = unwrap(decorator.expression, ts);
  const call = ts.isCallExpression(expression) ? expression : undefined;
  const use = findMark(call === undefined ? expression : unwrap(call.expression, ts));
  if (use === undefined) return [];
  if (!ts.isMethodDeclaration(parent) || !ts.isClassLike(parent.parent)) {
    context.report({
      code: 'TW1014',
      node: decorator,
      message: `\`@${use}\` is on ${describe(parent, context)}, not on a method.`,
      ...misplacedFunction(parent, use, context),
    });
    return [];
  }
  if (refuseMethod(parent, use, context)) return [];
  const [first, second] = call?.arguments ?? [];
  const given = use === 'resource' ? { uri: first, options: second } : { options: first };
  return [{ kind: 'method', use, by: decorator, method: parent, owner: parent.parent, ...given }];
}

function describe(node: ts.Node, { compiler: { ts } }: CodegenContext): string {
  if (ts.isClassLike(node)) return 'a class';
  if (ts.isGetAccessor(node)) return 'a getter';
  if (ts.isSetAccessor(node)) return 'a setter';
  if (ts.isPropertyDeclaration(node)) return 'a property';
  return ts.isParameter(node) ? 'a parameter' : 'something else';
}
