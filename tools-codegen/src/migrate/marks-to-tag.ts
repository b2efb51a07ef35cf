import {
  attachedDocs,
  isLiteral,
  isMention,
  type MethodMark,
  typescript,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { addTag } from './jsdoc-edits.js';
import { blankStart, indentOf, newlineOf, removal, startsLine, type TextEdit } from './text-edits.js';

/** Returns the edits that turn a decorator into a JSDoc tag, or the reason why the decorator is kept. */
export function decoratorToTag(
  decorator: ts.Decorator,
  { method, options }: MethodMark,
  source: ts.SourceFile,
): readonly TextEdit[] | string {
  const { text } = source;
  const { end } = decorator;
  const start = decorator.getStart(source);
  const tag = tagWith(options, source);
  if (tag === undefined) return 'its options are not literals, or a comment cannot contain them';
  if (/\/[/*]/.test(text.slice(start, end))) return 'there is a comment inside its decorator';
  if (text.slice(end, method.name.getStart(source)).includes('/**'))
    return 'a JSDoc comment follows its decorator; move the comment above it';
  const taken = removal(text, start, end);
  const docs = attachedDocs(method);
  if (docs.some(({ tags }) => tags?.some((one) => one.tagName.text === 'tool' && !isMention(one))))
    return tag === '@tool' ? [taken] : 'it already has a tag, and only its decorator has options';
  const doc = docs.at(-1);
  const place = doc?.pos ?? method.getStart(source);
  if (!startsLine(text, place)) return 'other code precedes it on its line; put it on a line of its own';
  if (doc !== undefined) return [addTag(text, doc, tag, newlineOf(text)), taken];
  const line = blankStart(text, place);
  const comment = `${indentOf(text, place)}/** ${tag} */${newlineOf(text)}`;
  return [{ start: line, end: line, text: comment }, taken];
}

/** Formats the tag with its options on one line. Returns undefined if a comment cannot contain them. */
function tagWith(options: ts.Expression | undefined, source: ts.SourceFile): string | undefined {
  if (options === undefined) return '@tool';
  if (!typescript.isObjectLiteralExpression(options) || !isLiteral(options)) return undefined;
  if (options.properties.length === 0) return '@tool';
  const written = options.getText(source);
  // A string that continues on the next line would change.
  if (/\\[\r\n\u2028\u2029]/.test(written)) return undefined;
  const text = written
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
  // An `@` would start another tag, `*/` would end the comment, and backticks would quote text.
  return /@|\*\/|`/.test(text) ? undefined : `@tool ${text}`;
}
