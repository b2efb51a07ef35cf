import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';
import { findEndingMention, findOwnTags } from '../../docs/js-docs.js';
import type { FunctionMark, IsTool, Mark } from './mark.js';
import { refuseMethod } from './method-rules.js';
import { readTagOptions } from './tag-options.js';

/** The marks of the JSDoc tag `@tool` on one node. Reports a tag on anything but a method or function that can be a tool. */
export function readTag(node: ts.Node, isTool: IsTool, context: CodegenContext): Mark[] {
  const { ts } = context.compiler;
  const tag = findToolTag(node, context);
  if (tag === undefined) {
    reportMention(node, context);
    return [];
  }
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) {
    const method = implementation(node, context);
    if (refuseMethod(method, context)) return [];
    return [{ kind: 'method', by: tag, method, owner: node.parent, options: readTagOptions(tag, context) }];
  }
  if (!ts.isFunctionDeclaration(node) && !ts.isVariableStatement(node) && !ts.isExportAssignment(node)) {
    context.report({
      code: 'TW1014',
      node: tag,
      message: 'The JSDoc tag `@tool` is not on a method or a function.',
    });
    return [];
  }
  if (!ts.isSourceFile(node.parent)) {
    context.report({
      code: 'TW1016',
      node: tag,
      message: 'The tool is declared inside another declaration.',
    });
    return [];
  }
  return functionMarks(node, tag, isTool, context);
}

/** Reports a tag without effect on a method or a function. */
function reportMention(node: ts.Node, { compiler, report }: CodegenContext): void {
  const { ts } = compiler;
  if (!ts.isMethodDeclaration(node) && !ts.isFunctionDeclaration(node) && !ts.isVariableStatement(node))
    return;
  const mention = findEndingMention(compiler, node, 'tool');
  if (mention === undefined) return;
  const message = 'The tag `@tool` is part of the sentence before it, so it marks no tool.';
  report({ code: 'TW1033', node: mention.tagName, message });
}

function findToolTag(node: ts.Node, { compiler }: CodegenContext): ts.JSDocTag | undefined {
  if (compiler.ts.isVariableDeclaration(node) || compiler.ts.isParameter(node)) return undefined;
  return findOwnTags(compiler, node).find(({ tagName }) => tagName.text === 'tool');
}

/** The overload with a body, where decorators are. */
function implementation<T extends ts.MethodDeclaration | ts.FunctionDeclaration>(
  overload: T,
  { compiler: { checker } }: CodegenContext,
): T {
  const overloads = (overload.name && checker.getSymbolAtLocation(overload.name)?.declarations) ?? [];
  const isSameKind = (node: ts.Declaration): node is T => node.kind === overload.kind;
  return overloads.filter(isSameKind).find(({ body }) => body !== undefined) ?? overload;
}

function functionMarks(
  node: ts.FunctionDeclaration | ts.VariableStatement | ts.ExportAssignment,
  tag: ts.JSDocTag,
  isTool: IsTool,
  context: CodegenContext,
): FunctionMark[] {
  const { ts } = context.compiler;
  const wrapped = (value: ts.Expression): boolean => ts.isCallExpression(value) && isTool(value.expression);
  const mark = (holder: FunctionMark['holder'], callable: FunctionMark['callable']): FunctionMark => ({
    kind: 'function',
    by: tag,
    holder,
    callable,
    options: readTagOptions(tag, context),
  });
  if (ts.isFunctionDeclaration(node)) {
    const whole = implementation(node, context);
    return [mark(whole, whole)];
  }
  if (ts.isExportAssignment(node)) return wrapped(node.expression) ? [] : [mark(node, node.expression)];
  return node.declarationList.declarations.flatMap((declaration) => {
    const value = declaration.initializer;
    return value === undefined || wrapped(value) ? [] : [mark(declaration, value)];
  });
}
