import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { ConstantValue } from '../evaluate/constant.js';
import { evaluateText, namesVariable } from '../evaluate/evaluate-text.js';
import { type Docs, type FormerNameTag, isValueTagName, type ValueTag } from './docs.js';
import { findJSDocs, isCode, isMention } from './js-docs.js';
import { findPartDocs } from './part-docs.js';

/** One tag of a JSDoc comment, its text as a reader sees it. */
export interface CommentTag {
  readonly name: string;
  readonly text: string;
  readonly node: ts.JSDocTag;
  readonly evaluate: (expression: string) => ConstantValue | undefined;
  readonly isVariable: (text: string) => boolean;
}

/** All JSDoc comments of one declaration. */
export interface Comments {
  /** The text before the first tag; may be empty. */
  readonly text: string;
  readonly tags: readonly CommentTag[];
}

/** Undefined if the declaration has no JSDoc or belongs to the standard library. */
export function findComments(compiler: Compiler, declaration: ts.Node): Comments | undefined {
  const { ts, program } = compiler;
  const part = findPartDocs(compiler, declaration);
  const comments = part === undefined ? findJSDocs(compiler, declaration) : [part];
  if (comments.length === 0 || program.isSourceFileDefaultLibrary(declaration.getSourceFile()))
    return undefined;
  const texts: string[] = [];
  const tags: CommentTag[] = [];
  const evaluate = (text: string): ConstantValue | undefined => evaluateText(compiler, text, declaration);
  const isVariable = (text: string): boolean => namesVariable(compiler, text, declaration);
  for (const comment of comments) {
    let text = plainText(ts, comment.comment);
    const own: CommentTag[] = [];
    for (const node of comment.tags ?? []) {
      const last = own.at(-1);
      if (!isMention(node))
        own.push({ name: tagName(node), text: plainText(ts, node.comment), node, evaluate, isVariable });
      else if (last === undefined) text += mentionText(ts, node);
      else own[own.length - 1] = { ...last, text: last.text + mentionText(ts, node) };
    }
    if (text !== '') texts.push(text);
    // One by one: a comment may have more tags than a call may have arguments.
    for (const tag of own) tags.push(tag);
  }
  return { text: texts.join('\n\n'), tags };
}

/** @param description Empty: none. */
export function docsOf(description: string, tags: readonly CommentTag[]): Docs {
  const valueTags: ValueTag[] = [];
  const docs: DocsDraft = { tags: valueTags };
  if (description !== '') docs.description = description;
  const was: FormerNameTag[] = [];
  let title: string | undefined;
  for (const { name, text, node, evaluate, isVariable } of tags) {
    if (isValueTagName(name)) valueTags.push({ name, text, node, evaluate, isVariable });
    else if (name === 'title') title ??= text;
    else if (name === 'deprecated') docs.deprecated = true;
    else if (name === 'hidden') docs.hidden = true;
    else if (name === 'was') was.push({ text, node });
  }
  if (title !== undefined && title !== '') docs.title = title;
  if (was.length > 0) docs.was = was;
  return docs;
}

type DocsDraft = { -readonly [Key in keyof Docs]: Docs[Key] };

/** Text after `@param name` or `@returns`, without the dash that many write before it. */
export function withoutDash(text: string): string {
  return text.replace(/^[-–—]\s+/, '');
}

/** TSDoc's `@defaultValue` is JSDoc's `@default`. */
function tagName({ tagName: { text } }: ts.JSDocTag): string {
  return text === 'defaultValue' ? 'default' : text;
}

/** A tag that is text, with what separates it from the text around it; in code also with its line breaks. */
function mentionText(ts_: typeof ts, tag: ts.JSDocTag): string {
  const { tagName: name, comment } = tag;
  const { text } = name.getSourceFile();
  const before = separator(gapBefore(text, name.pos - 1));
  const gap = /^[\s*]*/.exec(text.slice(name.end, name.end + MAX_GAP))?.[0] ?? '';
  const after = isCode(tag) ? separator(gap) : gap && ' ';
  return `${before}@${name.text}${after}${plainText(ts_, comment)}`.trimEnd();
}

/** The line breaks and the indentation in white space and stars of the comment, or one space. */
function separator(gap: string): string {
  const breaks = gap.split('\n').length - 1;
  const indentation = gap.slice(gap.lastIndexOf('\n') + 1).replace(/^\s*\*? ?/, '');
  return breaks > 0 ? '\n'.repeat(breaks) + indentation : gap && ' ';
}

/** Longer gaps lose some of their line breaks. */
const MAX_GAP = 200;

/** The white space and the stars of the comment before a place. */
function gapBefore(text: string, end: number): string {
  let start = end;
  while (end - start < MAX_GAP && /[\s*]/.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** A comment's text; `{@link Target text}` reads as its text. */
function plainText(ts_: typeof ts, comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined) return '';
  const text = typeof comment === 'string' ? comment : comment.map((part) => partText(ts_, part)).join('');
  return (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text).trim();
}

function partText(ts_: typeof ts, part: ts.JSDocComment): string {
  if (part.kind === ts_.SyntaxKind.JSDocText) return part.text;
  // The parser leaves `://…` of a URL in the text and its scheme in the name.
  const url = /^:\/\/[^\s|]*/.exec(part.text)?.[0] ?? '';
  const text = part.text.slice(url.length).replace(/^\s*\|?\s*/, '');
  return text === '' ? (part.name?.getText() ?? '') + url : text;
}
