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
  const other = result.properties.find((one) => !PARTS.has(nameOf(one) ?? ''));
  if (other !== undefined)
    throw new NotMigrated(other, `its result has \`${nameOf(other) ?? other.getText()}\``);
  const isError = givenBy(result, 'isError')?.getText() ?? 'false';
  if (!/^(?:true|false)$/.test(isError))
    throw new NotMigrated(result, 'whether its result is an error is decided at run time');
  const structured = isError === 'false' ? givenBy(result, 'structuredContent') : undefined;
  const value = structured ?? textOf(result);
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

const PARTS = new Set(['content', 'isError', 'structuredContent']);

/** Returns the text of a result whose content is one text. @throws NotMigrated */
function textOf(result: ts.Expression): ts.Node {
  const content = givenBy(result, 'content');
  const list = content && unwrap(content as ts.Expression, typescript); // the value of a member
  if (list === undefined || !typescript.isArrayLiteralExpression(list))
    throw new NotMigrated(list ?? result, 'the content of its result is made elsewhere');
  const [only, ...others] = list.elements;
  if (only === undefined) throw new NotMigrated(list, 'its result has no content');
  if (others.length > 0) throw new NotMigrated(list, 'its result has several contents');
  const item = unwrap(only, typescript);
  if (!typescript.isObjectLiteralExpression(item))
    throw new NotMigrated(item, 'the content of its result is made elsewhere');
  const text = givenBy(item, 'text');
  if (!/^['"`]text['"`]/.test(givenBy(item, 'type')?.getText() ?? '') || text === undefined)
    throw new NotMigrated(item, 'its result is not a text');
  const other = item.properties.find((one) => !/^(?:type|text)$/.test(nameOf(one) ?? ''));
  if (other !== undefined)
    throw new NotMigrated(other, `its text has \`${nameOf(other) ?? other.getText()}\``);
  return text;
}

/** Returns the value of a member, with its `as`. */
function givenBy(object: ts.Expression, name: string): ts.Node | undefined {
  const value = memberOf(object, name, { ts: typescript });
  return value && wrapped(value, typescript);
}
