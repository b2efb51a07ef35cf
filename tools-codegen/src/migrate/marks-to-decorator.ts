import { isJavaScriptFile } from '@toolwright/program';
import { type MethodMark, tagText, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { removeTag } from './jsdoc-edits.js';
import { indentOf, newlineOf, startsLine, type TextEdit } from './text-edits.js';

/**
 * Returns the edits that turn a JSDoc tag into a decorator, or the reason why the tag is kept.
 * @param expression The expression that refers to `tool` in the file.
 */
export function tagToDecorator(
  tag: ts.JSDocTag,
  { method, owner }: MethodMark,
  expression: string,
  source: ts.SourceFile,
): readonly TextEdit[] | string {
  const { text } = source;
  const comment = tag.parent;
  if (isJavaScriptFile(source)) return 'Node.js and browsers do not support decorators in JavaScript';
  if (method.body === undefined) return 'a method without a body cannot have decorators';
  if (!typescript.isClassDeclaration(owner)) return 'legacy decorators do not work in class expressions';
  const options = tagText(tag);
  const rest = text.slice(tag.tagName.end, tag.tagName.end + options.length + 1).trimStart();
  if (!rest.startsWith(options)) return 'the options of its tag span several lines';
  if (!typescript.isJSDoc(comment)) return 'its tag is part of another tag';
  const place = method.getStart(source);
  const after = startsLine(text, place) ? newlineOf(text) + indentOf(text, place) : ' ';
  const end = options === '' ? tag.tagName.end : text.indexOf(options, tag.tagName.end) + options.length;
  const decorator = `@${expression}${options === '' ? '' : `(${options})`}${after}`;
  return [removeTag(text, tag, comment, end), { start: place, end: place, text: decorator }];
}
