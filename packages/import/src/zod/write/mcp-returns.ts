import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { NotMigrated } from '../foreign-tool.js';
import { nameOf } from '../read/objects.js';
import type { FunctionNode } from './handler-types.js';

/**
 * Returns the edits that make an MCP handler return its text, or its structured content, instead of a list of content.
 * @throws NotMigrated if a result is anything else
 */
export function plainReturns(node: FunctionNode): TextEdit[] {
  const { body } = node;
  if (body === undefined) return [];
  if (!typescript.isBlock(body)) return [replacement(body, body, false)];
  const edits: TextEdit[] = [];
  const visit = (child: ts.Node): void => {
    if (typescript.isFunctionLike(child) || typescript.isClassLike(child)) return;
    if (typescript.isReturnStatement(child)) {
      if (child.expression === undefined) throw new NotMigrated(child, 'its result is no MCP content');
      const edit = replacement(child, child.expression, true);
      if (edit.start === child.getStart()) refuseInTry(child, node);
      edits.push(edit);
    }
    typescript.forEachChild(child, visit);
  };
  typescript.forEachChild(body, visit);
  return edits;
}

/** An error that is thrown within `try` would reach the `catch` of the function itself. */
function refuseInTry(result: ts.ReturnStatement, handler: ts.Node): void {
  for (let node: ts.Node = result; node !== handler; node = node.parent) {
    const { parent } = node;
    if (typescript.isTryStatement(parent) && parent.tryBlock === node && parent.catchClause !== undefined)
      throw new NotMigrated(result, 'it returns an error within `try`, where `catch` would see it');
  }
}

function replacement(whole: ts.Node, expression: ts.Expression, isStatement: boolean): TextEdit {
  const result = unwrap(expression, typescript);
  if (!typescript.isObjectLiteralExpression(result))
    throw new NotMigrated(expression, 'its result is MCP content that is made elsewhere');
  const members = membersOf(result);
  const isError = members.get('isError')?.getText() ?? 'false';
  const text = textOf(members.get('content'));
  const structured = members.get('structuredContent');
  const known = [...members.keys()].every((name) =>
    ['content', 'isError', 'structuredContent'].includes(name),
  );
  const value = isError === 'false' ? (structured ?? text) : text;
  if (value === undefined || !known || !['true', 'false'].includes(isError))
    throw new NotMigrated(result, 'its result is more than one text');
  if (isError === 'true')
    return {
      start: whole.getStart(),
      end: whole.end,
      text: `throw new Error(${value.getText()})${isStatement ? ';' : ''}`,
    };
  const isObject = !isStatement && typescript.isObjectLiteralExpression(value);
  const start = expression.getStart();
  return { start, end: expression.end, text: isObject ? `(${value.getText()})` : value.getText() };
}

/** Returns the text of a list of content that has one text. */
function textOf(content: ts.Expression | undefined): ts.Expression | undefined {
  const list = content && unwrap(content, typescript);
  if (list === undefined || !typescript.isArrayLiteralExpression(list) || list.elements.length !== 1)
    return undefined;
  const [only] = list.elements;
  const item = only && unwrap(only, typescript);
  if (item === undefined || !typescript.isObjectLiteralExpression(item)) return undefined;
  const members = membersOf(item);
  const type = members.get('type');
  const isText = type !== undefined && /^['"`]text['"`]/.test(type.getText());
  return isText && members.size === 2 ? members.get('text') : undefined;
}

/** Returns the values of an object by name. A member that is no value has none. */
function membersOf({
  properties,
}: ts.ObjectLiteralExpression): ReadonlyMap<string, ts.Expression | undefined> {
  return new Map(
    properties.map((one) => {
      const name = nameOf(one) ?? '';
      if (typescript.isShorthandPropertyAssignment(one)) return [name, one.name];
      return [name, typescript.isPropertyAssignment(one) ? one.initializer : undefined];
    }),
  );
}
