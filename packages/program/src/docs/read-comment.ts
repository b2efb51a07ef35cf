import { findCodeSigns } from '@toolwright/json-schema';
import type { ts } from 'ts-morph';
import { typescript } from '../compiler/bundled-compiler.js';
import { hasValue, isParameterTag, MARKS } from './tag-names.js';
import { findTagStarts, type TagStart } from './tag-starts.js';

/** A tag, with its text in readable form. */
export interface ReadTag {
  readonly name: string;
  /** The text after the type and the parameter name. */
  readonly text: string;
  /** The compiler's node, or the node of the comment if the compiler treats the tag as text. */
  readonly node: ts.Node;
  /** The parameter or member in a tag such as `@param {string} options.city`, without list brackets. */
  readonly owner?: string;
  /** The default: `2` in `[retries=2]`. */
  readonly fallback?: string;
  readonly hasType: boolean;
}

export interface ReadComment {
  /** The text before the first tag; may be empty. */
  readonly text: string;
  readonly tags: readonly ReadTag[];
}

/**
 * Reads a comment from its source text. The compiler's parser splits text at every `@word` and nests the tags of members inside the tag of
 * their parameter, so only the positions of its nodes are used.
 */
export function readComment(comment: ts.JSDoc): ReadComment {
  const known = comments.get(comment);
  if (known !== undefined) return known;
  const read = readSource(comment);
  comments.set(comment, read);
  return read;
}

const comments = new WeakMap<ts.JSDoc, ReadComment>();

/** Finds a comment's tag for a node of the compiler; undefined if the tag is ordinary text. */
export function findReadTag(node: ts.Node): ReadTag | undefined {
  let comment: ts.Node | undefined = node;
  while (comment !== undefined && !typescript.isJSDoc(comment)) comment = comment.parent;
  return comment && readComment(comment).tags.find((tag) => tag.node === node);
}

function readSource(comment: ts.JSDoc): ReadComment {
  const file = comment.getSourceFile().text;
  const source = file.slice(comment.pos, comment.end);
  const before = file.slice(Math.max(0, comment.pos - MAX_INDENTATION), comment.pos);
  const column = before.length - before.lastIndexOf('\n') - 1;
  const starts = findTagStarts(source);
  const end = source.length - (/\s\*+\/$/.exec(source)?.[0].length ?? 2);
  const nodes = starts.length === 0 ? NO_NODES : findNodes(comment);
  const textBetween = (from: number, to: number): string => cleanText(source, { from, to, column });
  return {
    text: readable(textBetween(/^\/\*+/.exec(source)?.[0].length ?? 0, starts[0]?.at ?? end)),
    tags: starts.map((start, index) => {
      const to = starts[index + 1]?.at ?? end;
      const { length, ...header } = readHeader(start, source.slice(start.end, to));
      const text = textBetween(start.end + length, to);
      const node = nodes.get(comment.pos + start.at) ?? comment;
      return { name: start.name, node, ...header, text: shown(start.name, text) };
    }),
  };
}

const MAX_INDENTATION = 200;
const NO_NODES: ReadonlyMap<number, ts.Node> = new Map();

/** Returns the compiler's tags by the position of their `@`, including tags inside the types of other tags. */
function findNodes({ tags }: ts.JSDoc): ReadonlyMap<number, ts.Node> {
  const nodes = new Map<number, ts.Node>();
  const visit = (node: ts.Node): void => {
    // In a comment, only tags have a `tagName`.
    if ('tagName' in node) nodes.set((node as ts.JSDocTag).tagName.pos - 1, node);
    if ('typeExpression' in node || !('tagName' in node)) typescript.forEachChild(node, visit);
  };
  tags?.forEach(visit);
  return nodes;
}

interface Header extends Pick<ReadTag, 'owner' | 'fallback' | 'hasType'> {
  readonly length: number;
}

/** Tags with a type before their text. */
const TYPED = new Set([
  'returns',
  'return',
  'throws',
  'exception',
  'yields',
  'yield',
  'property',
  'prop',
  'typedef',
]);
/** Tags with a name before their text, in addition to parameter tags. */
const NAMED = new Set(['property', 'prop', 'typedef']);

function readHeader({ name }: TagStart, rest: string): Header {
  const isNamed = isParameterTag(name) || NAMED.has(name);
  if (!isNamed && !TYPED.has(name)) return { length: 0, hasType: false };
  const type = /^[\s*]*(?=\{(?!@))/.exec(rest);
  const afterType = type === null ? 0 : endOfBrackets(rest, type[0].length);
  const hasType = afterType > 0;
  if (!isNamed) return { length: afterType, hasType };
  const gap = /^[\s*]*/.exec(rest.slice(afterType))?.[0].length ?? 0;
  const from = afterType + gap;
  if (rest[from] !== '[') {
    const [whole, owner = ''] = /^`?(?:\.\.\.)?([\p{L}\p{N}_$.[\]]*)`?/u.exec(rest.slice(from)) ?? [''];
    return { length: from + whole.length, hasType, owner: withoutLists(owner) };
  }
  const end = endOfBrackets(rest, from);
  const [, owner = '', fallback] = /^([^=]*)(?:=([\s\S]*))?$/.exec(rest.slice(from + 1, end - 1)) ?? [];
  return {
    length: end,
    hasType,
    owner: withoutLists(owner.trim()),
    ...(fallback !== undefined && { fallback: fallback.trim() }),
  };
}

/** Removes list brackets, because `list[].retries` is a member of each element, and a full stop, which ends a sentence. */
function withoutLists(owner: string): string {
  return owner.replaceAll('[]', '').replace(/(?<!\.)\.+$/, '');
}

/** Returns the position after the brackets that begin at `from`; `from` itself if they are not closed. */
function endOfBrackets(text: string, from: number): number {
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"[^"\n]*"|'[^'\n]*'|[{[(]|[}\])]/g)) {
    if ('{[('.includes(token)) depth += 1;
    else if ('}])'.includes(token)) depth -= 1;
    if (depth === 0) return from + index + 1;
  }
  return from;
}

/** Returns a part of a comment without its asterisks. Lines keep their indentation relative to the first line. */
function cleanText(
  source: string,
  { from, to, column }: { readonly from: number; readonly to: number; readonly column: number },
): string {
  const whole = source.slice(from, to);
  const only = withoutLastLine(whole);
  if (!only.includes('\n')) return only.trim();
  const lineStart = source.lastIndexOf('\n', from - 1) + 1;
  let margin: number | undefined;
  const lines = whole.split(/\r?\n/).map((line, index) => {
    const [, indent = '', star = '', space = '', text = ''] =
      index === 0 ? (/^()()(\s*)(.*)$/s.exec(line) ?? []) : (/^(\s*)(\*?)([^\S\n]*)(.*)$/s.exec(line) ?? []);
    if (text === '') return '';
    const start = index === 0 ? from - lineStart + (lineStart === 0 ? column : 0) : 0;
    const at = start + indent.length + star.length + space.length;
    margin ??= at;
    const white = star === '' ? indent + space : space;
    return white.slice(white.length - Math.max(0, Math.min(white.length, at - margin))) + text;
  });
  return lines.join('\n').trim();
}

/** Removes trailing whitespace, and a last line that contains only an asterisk. */
function withoutLastLine(text: string): string {
  const rest = text.trimEnd();
  if (!rest.endsWith('*')) return rest;
  const before = rest.slice(0, -1).trimEnd();
  return rest.includes('\n', before.length) ? before : rest;
}

/** Converts the text of a tag to readable form. The options of a mark are code, in which a backslash may be part of a value. */
function shown(tag: string, text: string): string {
  if (MARKS.has(tag)) return text;
  return hasValue(tag) ? withoutLinks(text) : readable(text);
}

/** Replaces links with their labels, `\@` with `@`, and the escape `*\/`, which does not end the comment. */
function readable(text: string): string {
  const plain = text.includes('@') ? withoutSigns(text) : text;
  return plain.includes('*\\') ? plain.replace(/(\*\\*)\\\//g, '$1/') : plain;
}

function withoutSigns(text: string): string {
  const plain = withoutLinks(text);
  if (!plain.includes('\\@')) return plain;
  const signs = findCodeSigns(plain);
  return plain.replace(/\\@/g, (escaped, index: number) => (signs.has(index + 1) ? escaped : '@'));
}

/** Replaces `{@link Target text}` with its text, or with its target if there is no text. */
function withoutLinks(text: string): string {
  if (!text.includes('{@link')) return text;
  const signs = findCodeSigns(text);
  return text.replace(/\{@link(?:code|plain)?\b([^{}]*)\}/g, (link, inside: string, index: number) =>
    signs.has(index + 1) ? link : labelOf(inside.trim()),
  );
}

function labelOf(link: string): string {
  const end = link.search(/[\s|]/);
  if (end < 0) return link;
  return link.slice(end).trimStart().replace(/^\|/, '').trim() || link.slice(0, end);
}
