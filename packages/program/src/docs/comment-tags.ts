import type { ts } from 'ts-morph';
import { typescript } from '../compiler/bundled-compiler.js';
import type { Compiler } from '../compiler/compiler.js';
import type { ConstantValue } from '../evaluate/constant.js';
import { evaluateText, namesVariable } from '../evaluate/evaluate-text.js';
import {
  type Docs,
  type FormerNameTag,
  isConstraintTagName,
  isValueTagName,
  type UnreadTag,
  type ValueTag,
} from './docs.js';
import { findJSDocs } from './js-docs.js';
import { findPartDocs } from './part-docs.js';
import { findReadTag, type ReadComment, type ReadTag, readComment } from './read-comment.js';
import { isKnownTag, isTextTag } from './tag-names.js';

/** A tag of a JSDoc comment, with its text in readable form. */
export interface CommentTag extends ReadTag {
  readonly evaluate: (expression: string) => ConstantValue | undefined;
  readonly isVariable: (text: string) => boolean;
}

export interface Comments {
  /** The text before the first tag, and the text of tags such as `@remarks`; may be empty. */
  readonly text: string;
  readonly tags: readonly CommentTag[];
}

/** Reads the JSDoc of a declaration. Returns undefined if there is none or the declaration belongs to the standard library. */
export function findComments(compiler: Compiler, declaration: ts.Node): Comments | undefined {
  const comments = readComments(compiler, declaration);
  if (comments.length === 0 || compiler.program.isSourceFileDefaultLibrary(declaration.getSourceFile()))
    return undefined;
  const texts: string[] = [];
  const tags: CommentTag[] = [];
  const evaluate = (text: string): ConstantValue | undefined => evaluateText(compiler, text, declaration);
  const isVariable = (text: string): boolean => namesVariable(compiler, text, declaration);
  for (const comment of comments) {
    texts.push(comment.text);
    for (const tag of comment.tags) {
      if (isTextTag(tag.name)) texts.push(tag.text);
      // TSDoc's `@defaultValue` is JSDoc's `@default`.
      const name = tag.name === 'defaultValue' ? 'default' : tag.name;
      tags.push({ ...tag, name, evaluate, isVariable });
    }
  }
  return { text: texts.filter((text) => text !== '').join('\n\n'), tags };
}

/**
 * Reads the comments of a declaration. In JavaScript, a tag may declare a type or a member; its own text is then the only documentation.
 */
function readComments(compiler: Compiler, declaration: ts.Node): readonly ReadComment[] {
  const { ts } = compiler;
  if (ts.isJSDocPropertyLikeTag(declaration)) {
    const tag = findReadTag(declaration);
    return tag === undefined ? [] : [{ text: withoutDash(tag.text), tags: fallbackOf(tag) }];
  }
  if (ts.isJSDocTypedefTag(declaration)) {
    const text = withoutDash(findReadTag(declaration)?.text ?? '');
    const own = { text, tags: [] };
    return ts.isJSDoc(declaration.parent) ? [readComment(declaration.parent), own] : [own];
  }
  const part = findPartDocs(compiler, declaration);
  const docs = part === undefined ? findJSDocs(compiler, declaration) : [part];
  return docs.map(readComment);
}

/** Converts the default in `[retries=2]` to a `@default` tag. */
export function fallbackOf<Tag extends ReadTag>(tag: Tag): readonly Tag[] {
  const { fallback } = tag;
  return fallback === undefined || fallback === '' ? [] : [{ ...tag, name: 'default', text: fallback }];
}

/** @param description May be empty. */
export function docsOf(description: string, tags: readonly CommentTag[]): Docs {
  const valueTags: ValueTag[] = [];
  const docs: DocsDraft = { tags: valueTags };
  if (description !== '') docs.description = description;
  const was: FormerNameTag[] = [];
  const unread: UnreadTag[] = replacedTags(tags);
  let title: string | undefined;
  for (const { name, text, node, fallback, evaluate, isVariable } of tags) {
    if (isValueTagName(name))
      valueTags.push({ name, text, node, evaluate, isVariable, isAside: fallback !== undefined });
    else if (name === 'title') title ??= text;
    else if (name === 'deprecated') {
      docs.deprecated = true;
      if (text !== '') docs.deprecation = `Deprecated: ${text}`;
    } else if (name === 'hidden') docs.hidden = true;
    else if (name === 'was') was.push({ text, node });
    else if (text !== '' && (!isKnownTag(name) || declaresNothing(name, node))) unread.push({ name, node });
  }
  if (title !== undefined && title !== '') docs.title = title;
  if (was.length > 0) docs.was = was;
  if (unread.length > 0) docs.unread = unread;
  return docs;
}

/** Returns the tags that are ignored because only one of the same name is used: the first title, and the last of other tags. */
function replacedTags(tags: readonly CommentTag[]): UnreadTag[] {
  return tags.flatMap(({ name, text, node }) => {
    if (name !== 'title' && name !== 'default' && !isConstraintTagName(name)) return [];
    const isSame = (tag: CommentTag): boolean => tag.name === name;
    const counted = name === 'title' ? tags.find(isSame) : tags.findLast(isSame);
    return counted?.text === text ? [] : [{ name, node, isReplaced: true }];
  });
}

/** Whether the compiler does not treat a `@property` as a member of a `@typedef`. */
function declaresNothing(name: string, { parent }: ts.Node): boolean {
  return (name === 'property' || name === 'prop') && typescript.isJSDoc(parent);
}

type DocsDraft = { -readonly [Key in keyof Docs]: Docs[Key] };

/** Removes the dash that often precedes the text after `@param name` or `@returns`. */
export function withoutDash(text: string): string {
  return text.replace(/^[-–—]\s+/, '');
}
