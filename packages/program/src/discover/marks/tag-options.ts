import { shortenText } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import { typescript } from '../../compiler/bundled-compiler.js';
import { hasSyntaxErrors } from '../../compiler/compiler-internals.js';
import { tagText } from '../../docs/js-docs.js';
import type { CodegenContext } from '../context.js';
import type { MarkName } from '../library-symbols.js';
import type { Mark } from './mark.js';

/** Reads the arguments after a tag: `@tool { readOnly: true }`, `@resource docs://pages/{slug} { mimeType: 'text/html' }`. */
export function readTagArguments(
  use: MarkName,
  tag: ts.JSDocTag,
  context: CodegenContext,
): Pick<Mark, 'uri' | 'options'> {
  const text = tagText(tag);
  if (use === 'tool') return { options: readOptions(text, use, tag, context) };
  const [, uri = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  return { uri, options: readOptions(rest, use, tag, context) };
}

/** Reads options, and reports any other text. */
function readOptions(
  text: string,
  use: MarkName,
  tag: ts.JSDocTag,
  { report }: CodegenContext,
): ts.Expression | undefined {
  if (text === '') return undefined;
  const options = /^\{(?!@)/.test(text) ? parseOptions(text) : undefined;
  if (options !== undefined && isLiteral(options)) return options;
  const message = `Codegen cannot read \`${shortenText(text, 60)}\` as the options of the tag \`@${use}\`.`;
  const hint = `Use one object of literal values: \`${EXAMPLES[use]}\`. Put a description above the tag.`;
  report({ code: 'TW1019', node: tag, message, hint });
  return undefined;
}

const EXAMPLES: Readonly<Record<MarkName, string>> = {
  tool: '@tool { readOnly: true, timeoutMs: 5000 }',
  resource: "@resource docs://pages { mimeType: 'text/html' }",
};

/** Whether an expression can be evaluated without resolving names. */
export function isLiteral(node: ts.Expression): boolean {
  if (typescript.isObjectLiteralExpression(node))
    return node.properties.every(
      (member) =>
        typescript.isPropertyAssignment(member) &&
        !typescript.isComputedPropertyName(member.name) &&
        isLiteral(member.initializer),
    );
  if (typescript.isArrayLiteralExpression(node)) return node.elements.every(isLiteral);
  if (typescript.isPrefixUnaryExpression(node)) return isLiteral(node.operand);
  return typescript.isStringLiteralLike(node) || typescript.isNumericLiteral(node) || isBoolean(node);
}

function isBoolean({ kind }: ts.Expression): boolean {
  return kind === typescript.SyntaxKind.TrueKeyword || kind === typescript.SyntaxKind.FalseKeyword;
}

function parseOptions(text: string): ts.Expression | undefined {
  const source = typescript.createSourceFile('options.ts', `(${text})`, typescript.ScriptTarget.Latest, true);
  const [statement, ...others] = source.statements;
  if (statement === undefined || others.length > 0 || hasSyntaxErrors(source)) return undefined;
  if (!typescript.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  return typescript.isParenthesizedExpression(expression) ? expression.expression : undefined;
}
