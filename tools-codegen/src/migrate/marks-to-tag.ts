import type { ts } from 'ts-morph';
import { typescript } from '../compiler/bundled-compiler.js';
import type { MethodMark } from '../discover/marks/mark.js';
import { addTag } from './jsdoc-edits.js';
import { blankStart, indentOf, newlineOf, removal, startsLine, type TextEdit } from './text-edits.js';

/** The edits that turn a decorator into the JSDoc tag, or why it must stay. */
export function decoratorToTag(
  decorator: ts.Decorator,
  { method, options }: MethodMark,
  source: ts.SourceFile,
): readonly TextEdit[] | string {
  const { text } = source;
  const { end } = decorator;
  const start = decorator.getStart(source);
  if (options !== undefined && !isEmptyObject(options)) return 'a JSDoc tag has no options';
  if (/\/[/*]/.test(text.slice(start, end))) return 'there is a comment inside its decorator';
  if (text.slice(end, method.name.getStart(source)).includes('/**'))
    return 'a JSDoc comment stands after its decorator; move it above';
  const taken = removal(text, start, end);
  const docs = typescript.getJSDocCommentsAndTags(method).filter(typescript.isJSDoc);
  if (docs.some(({ tags }) => tags?.some(({ tagName }) => tagName.text === 'tool'))) return [taken];
  const doc = docs.at(-1);
  const place = doc?.pos ?? method.getStart(source);
  if (!startsLine(text, place))
    return 'it shares its line with the code before it; give it a line of its own';
  if (doc !== undefined) return [addTag(text, doc, newlineOf(text)), taken];
  const line = blankStart(text, place);
  const comment = `${indentOf(text, place)}/** @tool */${newlineOf(text)}`;
  return [{ start: line, end: line, text: comment }, taken];
}

function isEmptyObject(options: ts.Expression): boolean {
  return typescript.isObjectLiteralExpression(options) && options.properties.length === 0;
}
