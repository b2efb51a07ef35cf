import type { ts } from 'ts-morph';
import { findEndingMention, findOwnTags, tagText } from '../../docs/js-docs.js';
import type { CodegenContext } from '../context.js';
import { MARK_NAMES, type MarkName } from '../library-symbols.js';
import type { FindMark, FunctionMark, Mark } from './mark.js';
import { misplacedFunction, refuseMethod } from './method-rules.js';
import { readTagArguments } from './tag-options.js';

/** Reads the marks of the JSDoc tags `@tool` and `@resource` on one node. Reports a tag on anything but a public method or a function. */
export function readTag(node: ts.Node, findMark: FindMark, context: CodegenContext): Mark[] {
  return MARK_NAMES.flatMap((use) => readTagOf(use, node, findMark, context));
}

function readTagOf(use: MarkName, node: ts.Node, findMark: FindMark, context: CodegenContext): Mark[] {
  const { ts } = context.compiler;
  const tag = findTag(use, node, context);
  if (tag === undefined) {
    reportMention(use, node, context);
    return [];
  }
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) {
    const method = implementation(node, context);
    if (refuseMethod(method, use, context)) return [];
    const given = readTagArguments(use, tag, context);
    return [{ kind: 'method', use, by: tag, method, owner: node.parent, ...given }];
  }
  if (!ts.isFunctionDeclaration(node) && !ts.isVariableStatement(node) && !ts.isExportAssignment(node)) {
    // Other software also uses this tag: `@resource AWS::S3::Bucket` in the AWS CDK.
    if (use === 'resource' && !tagText(tag).includes('://')) return [];
    context.report({
      code: 'TW1014',
      node: tag,
      message: `The JSDoc tag \`@${use}\` is not on a method or a function.`,
      ...misplacedFunction(node, use, context),
    });
    return [];
  }
  if (!ts.isSourceFile(node.parent)) {
    context.report({
      code: 'TW1016',
      node: tag,
      message: `The ${use} is declared inside another declaration.`,
    });
    return [];
  }
  return functionMarks({ use, node, tag }, findMark, context);
}

/** Reports a tag without effect on a method or a function. */
function reportMention(use: MarkName, node: ts.Node, { compiler, report }: CodegenContext): void {
  const { ts } = compiler;
  if (!ts.isMethodDeclaration(node) && !ts.isFunctionDeclaration(node) && !ts.isVariableStatement(node))
    return;
  const mention = findEndingMention(compiler, node, use);
  if (mention === undefined) return;
  const message = `The tag \`@${use}\` is part of the sentence before it, so it marks no ${use}.`;
  report({ code: 'TW1033', node: mention.tagName, message });
}

function findTag(use: MarkName, node: ts.Node, { compiler }: CodegenContext): ts.JSDocTag | undefined {
  if (compiler.ts.isVariableDeclaration(node) || compiler.ts.isParameter(node)) return undefined;
  return findOwnTags(compiler, node).find(({ tagName }) => tagName.text === use);
}

/** Returns the overload with a body, which may have decorators. */
function implementation<T extends ts.MethodDeclaration | ts.FunctionDeclaration>(
  overload: T,
  { compiler: { checker } }: CodegenContext,
): T {
  const overloads = (overload.name && checker.getSymbolAtLocation(overload.name)?.declarations) ?? [];
  const isSameKind = (node: ts.Declaration): node is T => node.kind === overload.kind;
  return overloads.filter(isSameKind).find(({ body }) => body !== undefined) ?? overload;
}

interface TaggedFunction {
  readonly use: MarkName;
  readonly node: ts.FunctionDeclaration | ts.VariableStatement | ts.ExportAssignment;
  readonly tag: ts.JSDocTag;
}

function functionMarks(
  { use, node, tag }: TaggedFunction,
  findMark: FindMark,
  context: CodegenContext,
): FunctionMark[] {
  const { ts } = context.compiler;
  const wrapped = (value: ts.Expression): boolean =>
    ts.isCallExpression(value) && findMark(value.expression) === use;
  const mark = (holder: FunctionMark['holder'], callable: FunctionMark['callable']): FunctionMark => ({
    kind: 'function',
    use,
    by: tag,
    holder,
    callable,
    ...readTagArguments(use, tag, context),
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
