import type { TextEdit } from '@toolwright/codegen/edits';
import { findNodes, memberOf, typescript, unwrap, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { NotMigrated } from '../foreign-tool.js';
import { nameOf } from '../read/objects.js';
import type { FunctionNode } from './bindings.js';

/**
 * Returns the edits that make an MCP handler return its text, or its structured content, instead of a list of content.
 * @throws NotMigrated if a result is anything else
 */
export function plainReturns(node: FunctionNode, body: ts.ConciseBody): readonly TextEdit[] {
  if (!typescript.isBlock(body)) return [replacement(body, body)];
  const results = findNodes(body, { ts: typescript }, typescript.isReturnStatement);
  return results.flatMap((result): TextEdit[] => {
    if (typescript.findAncestor(result, typescript.isFunctionLike) !== node) return [];
    if (result.expression === undefined) throw new NotMigrated(result, 'its result is no MCP content');
    const edit = replacement(result.expression, result);
    if (edit.start === result.getStart() && typescript.findAncestor(result, isTried))
      throw new NotMigrated(result, 'it returns an error within `try`, where `catch` would see it');
    return [edit];
  });
}

/** Whether an error that is thrown here reaches a `catch`. */
function isTried(node: ts.Node): boolean | 'quit' {
  const { parent } = node;
  if (typescript.isFunctionLike(node)) return 'quit';
  return typescript.isTryStatement(parent) && parent.tryBlock === node && parent.catchClause !== undefined;
}

/** @param whole the expression, or the statement that returns it, which an error replaces */
function replacement(expression: ts.Expression, whole: ts.Node): TextEdit {
  const result = unwrap(expression, typescript);
  if (!typescript.isObjectLiteralExpression(result))
    throw new NotMigrated(expression, 'its result is MCP content that is made elsewhere');
  const names = result.properties.map((one) => nameOf(one) ?? '');
  const known = names.every((name) => /^(?:content|isError|structuredContent)$/.test(name));
  const isError = givenBy(result, 'isError')?.getText() ?? 'false';
  const text = textOf(givenBy(result, 'content'));
  const value = isError === 'false' ? (givenBy(result, 'structuredContent') ?? text) : text;
  if (value === undefined || !known || !/^(?:true|false)$/.test(isError))
    throw new NotMigrated(result, 'its result is more than one text');
  const isStatement = whole !== expression;
  const { end } = isError === 'true' ? whole : expression;
  if (isError === 'true')
    return {
      start: whole.getStart(),
      end,
      text: `throw new Error(${value.getText()})${isStatement ? ';' : ''}`,
    };
  const isObject = !isStatement && typescript.isObjectLiteralExpression(value);
  return { start: expression.getStart(), end, text: isObject ? `(${value.getText()})` : value.getText() };
}

/** Returns the text of a list of content that has one text. */
function textOf(content: ts.Node | undefined): ts.Node | undefined {
  const list = content && unwrap(content as ts.Expression, typescript);
  if (list === undefined || !typescript.isArrayLiteralExpression(list)) return undefined;
  const [only, ...others] = list.elements;
  const item = only && unwrap(only, typescript);
  if (item === undefined || others.length > 0 || !typescript.isObjectLiteralExpression(item))
    return undefined;
  const isText = /^['"`]text['"`]/.test(givenBy(item, 'type')?.getText() ?? '');
  return isText && item.properties.length === 2 ? givenBy(item, 'text') : undefined;
}

/** Returns the value of a member, with its `as`. */
function givenBy(object: ts.Expression, name: string): ts.Node | undefined {
  const value = memberOf(object, name, { ts: typescript });
  return value && wrapped(value, typescript);
}
