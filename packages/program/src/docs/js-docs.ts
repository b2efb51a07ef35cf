import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { parseJSDoc } from '../compiler/compiler-internals.js';
import { attachedDocs } from '../compiler/lazy-docs.js';
import type { Report } from '../diagnostics/report.js';
import { findReadTag } from './read-comment.js';

/**
 * Returns the JSDoc comments of a declaration. The compiler attaches only comments that start on a line of their own; this function also
 * finds a comment on the line of the declaration.
 */
export function findJSDocs(compiler: Compiler, node: ts.Node): readonly ts.JSDoc[] {
  const { ts } = compiler;
  const attached = attachedDocs(node);
  const owner = ownerOfDocs(ts, node);
  const before = commentBefore(compiler, owner);
  if (before === undefined) return attached;
  // The compiler attaches all comments before a parameter to it.
  const others = attached.filter(({ pos }) => pos !== before.pos);
  if (before.endsLine || others.some(({ parent }) => parent === owner)) return others;
  const parsed = parseJSDoc(ts, owner, before);
  return parsed === undefined ? others : [parsed, ...others];
}

/** Returns the tags of a node's own JSDoc comments. The compiler's lookup would also return those of its parents. */
export function findOwnTags(compiler: Compiler, node: ts.Node): readonly ts.JSDocTag[] {
  const own = findJSDocs(compiler, node).filter(({ parent }) => parent === node);
  return own.flatMap(({ tags }) => tags ?? []).filter((tag) => !isMention(tag));
}

/** Whether a tag of the compiler is ordinary text. */
export function isMention(tag: ts.JSDocTag): boolean {
  return findReadTag(tag) === undefined;
}

/** Returns a tag's text, or an empty string if the `@` is part of ordinary prose. */
export function tagText(tag: ts.JSDocTag): string {
  return findReadTag(tag)?.text ?? '';
}

/** Finds the tag with this name that ends a sentence without a full stop (`/** Area @tool *\/`) and may have been meant as a tag. */
export function findEndingMention(compiler: Compiler, node: ts.Node, name: string): ts.JSDocTag | undefined {
  const own = findJSDocs(compiler, node).filter(({ parent }) => parent === node);
  return own
    .flatMap(({ tags }) => tags?.at(-1) ?? [])
    .find((tag) => tag.tagName.text === name && isMention(tag) && endsComment(tag));
}

function endsComment({ tagName, parent }: ts.JSDocTag): boolean {
  return parent.getSourceFile().text.slice(tagName.end, parent.end).replace(/\*\/$/, '').trim() === '';
}

/** Whether a JSDoc comment at the end of a line precedes a node. It could belong to either neighbour, so it documents neither. */
export function hasLooseDocs(compiler: Compiler, node: ts.Node): boolean {
  return commentBefore(compiler, node)?.endsLine === true;
}

/**
 * Warns of a JSDoc comment at the end of a line: before a member, an element or a parameter, after the last of them, or after the dots of a
 * rest element.
 */
export function reportLooseDocs(compiler: Compiler, node: ts.Node, report: Report): void {
  const place = findLooseDocs(compiler, node);
  if (place === undefined) return;
  // Users cannot move the comments of a dependency.
  if (compiler.program.isSourceFileFromExternalLibrary(node.getSourceFile())) return;
  // The function accepts every node, and returns undefined for nodes without a name.
  const name = compiler.ts.getNameOfDeclaration(node as ts.Declaration)?.getText() ?? '';
  const where =
    place === 'before' ? `before \`${name}\` is at the end of another line, so it` : `${place} \`${name}\``;
  const message = `The JSDoc comment ${where} documents nothing.`;
  report({ code: 'TW2021', node, message });
}

/** Whether {@link reportLooseDocs} reports a comment, for one of the nodes that contain it or for a child of the innermost node. */
export function isLoose(compiler: Compiler, path: readonly ts.Node[], position: number): boolean {
  const siblings: ts.Node[] = [];
  path.at(-1)?.forEachChild((child) => void siblings.push(child));
  return [...path, ...siblings].some((node) => {
    const isBeside =
      (position >= node.pos && position < node.getStart()) || position >= endOfContent(compiler.ts, node);
    return isBeside && findLooseDocs(compiler, node) !== undefined;
  });
}

function findLooseDocs(
  compiler: Compiler,
  node: ts.Node,
): 'before' | 'after' | 'after the dots of' | undefined {
  if (hasLooseDocs(compiler, node)) return 'before';
  if (hasDocsAfterDots(compiler, node)) return 'after the dots of';
  return hasDocsAfter(compiler, node) ? 'after' : undefined;
}

/** Whether a JSDoc comment is between the dots of a rest element and its name. */
function hasDocsAfterDots({ ts }: Compiler, node: ts.Node): boolean {
  if (!(ts.isNamedTupleMember(node) || ts.isParameter(node)) || node.dotDotDotToken === undefined)
    return false;
  const { text } = node.getSourceFile();
  const { end } = node.dotDotDotToken;
  const comments = [
    ...(ts.getTrailingCommentRanges(text, end) ?? []),
    ...(ts.getLeadingCommentRanges(text, end) ?? []),
  ];
  return comments.some(({ pos }) => isJSDocText(text, pos));
}

/**
 * Whether a JSDoc comment follows a member, an element or a parameter: before its comma or semicolon, or on the line of the last member. A
 * comment after a comma precedes the next member.
 */
function hasDocsAfter({ ts }: Compiler, node: ts.Node): boolean {
  const siblings = siblingsOf(ts, node);
  if (siblings === undefined) return false;
  const { text } = node.getSourceFile();
  const isDoc = ({ pos }: ts.CommentRange): boolean => isJSDocText(text, pos);
  const end = endOfContent(ts, node);
  const comments = mayStartComment(text, end) ? (ts.getTrailingCommentRanges(text, end) ?? []) : [];
  if (comments.some(isDoc) && isSeparator(text, comments.at(-1)?.end ?? end)) return true;
  if (siblings.at(-1) !== node) return false;
  const after = text[node.end] === ',' ? node.end + 1 : node.end;
  return ts.getTrailingCommentRanges(text, after)?.some(isDoc) === true;
}

function siblingsOf(ts_: typeof ts, node: ts.Node): readonly ts.Node[] | undefined {
  const { parent } = node;
  const hasMembers =
    ts_.isTypeLiteralNode(parent) ||
    ts_.isInterfaceDeclaration(parent) ||
    ts_.isClassLike(parent) ||
    ts_.isEnumDeclaration(parent);
  if (hasMembers) return parent.members;
  if (ts_.isTupleTypeNode(parent)) return parent.elements;
  return ts_.isParameter(node) && ts_.isFunctionLike(parent) ? parent.parameters : undefined;
}

/** Returns the end of a member without its separator, which may be part of the node. */
function endOfContent(ts_: typeof ts, node: ts.Node): number {
  let { pos: end } = node;
  ts_.forEachChild(node, (child) => {
    end = Math.max(end, child.end);
  });
  return end;
}

function isSeparator(text: string, pos: number): boolean {
  const next = /\S/g;
  next.lastIndex = pos;
  return /[,;]/.test(next.exec(text)?.[0] ?? '');
}

/** Returns the node that owns the comment: the comment of a statement's first variable belongs to the statement. */
function ownerOfDocs(ts_: typeof ts, node: ts.Node): ts.Node {
  if (!ts_.isVariableDeclaration(node) || !ts_.isVariableDeclarationList(node.parent)) return node;
  return node.parent.declarations[0] === node ? node.parent.parent : node;
}

interface CommentBefore {
  readonly pos: number;
  readonly end: number;
  /** Whether the node starts on a later line than the comment ends. */
  readonly endsLine: boolean;
}

/** Finds the last JSDoc comment between a node and the preceding token, if it starts on the line of that token. */
function commentBefore({ ts, program }: Compiler, node: ts.Node): CommentBefore | undefined {
  const { pos, parent } = node;
  // At the start of a file, the compiler attaches all comments. A comment before the first node of a parent belongs to the parent.
  if (pos <= 0 || parent === undefined || parent.pos === pos) return undefined;
  const source = node.getSourceFile();
  const { text } = source;
  const isDoc = (range: ts.CommentRange): boolean => isJSDocText(text, range.pos);
  // The compiler attaches no comments to the names in a destructured parameter.
  const above = ts.isBindingElement(node) && ts.getLeadingCommentRanges(text, pos)?.findLast(isDoc);
  if (above) return { pos: above.pos, end: above.end, endsLine: false };
  if (!mayStartComment(text, pos)) return undefined;
  const comment = ts.getTrailingCommentRanges(text, pos)?.findLast(isDoc);
  if (comment === undefined || !canHaveDocs(ts, node) || program.isSourceFileDefaultLibrary(source))
    return undefined;
  const endsLine = /[\r\n\u2028\u2029]/.test(text.slice(comment.end, node.getStart(source)));
  return { pos: comment.pos, end: comment.end, endsLine };
}

/** Whether the first non-space character may begin a comment on this line. */
function mayStartComment(text: string, pos: number): boolean {
  let at = pos;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  const first = text.charCodeAt(at);
  return first === SLASH || first > LAST_ASCII || first === VERTICAL_TAB || first === FORM_FEED;
}

const SLASH = 0x2f;
/** Whitespace that the compiler also skips. */
const [LAST_ASCII, VERTICAL_TAB, FORM_FEED] = [0x7f, 0x0b, 0x0c];

function canHaveDocs(ts_: typeof ts, node: ts.Node): boolean {
  return (
    ts_.isTypeElement(node) ||
    ts_.isClassElement(node) ||
    ts_.isObjectLiteralElement(node) ||
    ts_.isEnumMember(node) ||
    ts_.isParameter(node) ||
    ts_.isNamedTupleMember(node) ||
    ts_.isBindingElement(node) ||
    ts_.isStatement(node)
  );
}

/** Whether a text starts with `/**` at a position, but not with the empty comment. */
export function isJSDocText(text: string, pos: number): boolean {
  return text.startsWith('/**', pos) && text[pos + 3] !== '/';
}
