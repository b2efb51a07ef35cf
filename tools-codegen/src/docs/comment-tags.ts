import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { type Docs, isValueTagName, type ValueTag } from './docs.js';

/** One tag of a JSDoc comment, its text as a reader sees it. */
export interface CommentTag {
  readonly name: string;
  readonly text: string;
  readonly node: ts.JSDocTag;
}

/** All JSDoc comments of one declaration. */
export interface Comments {
  /** The text before the first tag; empty where there is none. */
  readonly text: string;
  readonly tags: readonly CommentTag[];
}

/** Undefined where the declaration has no JSDoc, or belongs to the standard library. */
export function findComments({ ts, program }: Compiler, declaration: ts.Node): Comments | undefined {
  const comments = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
  if (comments.length === 0 || program.isSourceFileDefaultLibrary(declaration.getSourceFile()))
    return undefined;
  return {
    text: comments
      .map(({ comment }) => plainText(ts, comment))
      .filter(Boolean)
      .join('\n\n'),
    tags: comments.flatMap(({ tags = [] }) =>
      tags.map((node) => ({ name: tagName(node), text: plainText(ts, node.comment), node })),
    ),
  };
}

/** @param description Empty: none. */
export function docsOf(description: string, tags: readonly CommentTag[]): Docs {
  const title = tags.find(({ name }) => name === 'title')?.text;
  return {
    ...(description === '' ? {} : { description }),
    ...(title === undefined || title === '' ? {} : { title }),
    ...(tags.some(({ name }) => name === 'deprecated') ? { deprecated: true } : {}),
    ...(tags.some(({ name }) => name === 'hidden') ? { hidden: true } : {}),
    tags: tags.flatMap(({ name, text, node }): ValueTag[] =>
      isValueTagName(name) ? [{ name, text, node }] : [],
    ),
  };
}

/** Text after `@param name` or `@returns`, without the dash that many write before it. */
export function withoutDash(text: string): string {
  return text.replace(/^[-–—]\s+/, '');
}

/** TSDoc's `@defaultValue` is JSDoc's `@default`. */
function tagName({ tagName: { text } }: ts.JSDocTag): string {
  return text === 'defaultValue' ? 'default' : text;
}

/** A comment's text; `{@link Target text}` reads as its text. */
function plainText(ts_: typeof ts, comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined) return '';
  const parts = typeof comment === 'string' ? [comment] : comment.map((part) => partText(ts_, part));
  return parts.join('').replaceAll('\r\n', '\n').trim();
}

function partText(ts_: typeof ts, part: ts.JSDocComment): string {
  if (part.kind === ts_.SyntaxKind.JSDocText) return part.text;
  // The parser leaves `://…` of a URL in the text and its scheme in the name.
  const url = /^:\/\/[^\s|]*/.exec(part.text)?.[0] ?? '';
  const text = part.text.slice(url.length).replace(/^\s*\|?\s*/, '');
  return text === '' ? (part.name?.getText() ?? '') + url : text;
}
