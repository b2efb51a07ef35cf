import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { parseJSDoc } from '../compiler/compiler-internals.js';
import { isJSDocText } from './js-docs.js';

/**
 * Finds the JSDoc comment of a part of a type, which the compiler does not attach: of the members of a mapped type (inside its braces), of
 * a union member, or of a tuple element. Returns undefined for other nodes and if there is no comment.
 */
export function findPartDocs(compiler: Compiler, node: ts.Node): ts.JSDoc | undefined {
  const { ts } = compiler;
  // Nodes that the compiler synthesizes have no parent.
  const parent: ts.Node | undefined = node.parent;
  if (ts.isMappedTypeNode(node)) return parse(ts, node, docsInBraces(ts, node));
  if (!ts.isTypeNode(node) || parent === undefined) return undefined;
  if (ts.isTupleTypeNode(parent) && !ts.isNamedTupleMember(node) && !ts.isUnionTypeNode(node))
    return parse(ts, node, docAt(ts, node.getSourceFile().text, node.pos));
  if (!ts.isUnionTypeNode(parent)) return undefined;
  return parse(ts, node, unionComments(compiler, parent).members.get(node));
}

/** Whether a comment is read as the documentation of a part of a type. */
export function isReadPart(compiler: Compiler, node: ts.Node, position: number): boolean {
  return findPartDocs(compiler, node)?.pos === position;
}

/** The JSDoc comments in a union type. */
export interface UnionComments {
  readonly members: ReadonlyMap<ts.TypeNode, ts.CommentRange>;
  /** Members followed by a comment that could belong to the next member. */
  readonly before: readonly ts.TypeNode[];
  /** Whether a comment before a union without a leading `|` could belong to the entire union or to its first member. */
  readonly isFirstUnclear: boolean;
}

/**
 * Assigns comments to union members. A comment belongs to the member that follows it, whether before or after the `|`. A comment on the
 * line of the previous member could belong to either, so it documents neither.
 */
export function unionComments({ ts }: Compiler, union: ts.UnionTypeNode): UnionComments {
  const known = found.get(union);
  if (known !== undefined) return known;
  const comments = readUnion(ts, union);
  found.set(union, comments);
  return comments;
}

const found = new WeakMap<ts.UnionTypeNode, UnionComments>();

function readUnion(ts_: typeof ts, union: ts.UnionTypeNode): UnionComments {
  const { text } = union.getSourceFile();
  const members = new Map<ts.TypeNode, ts.CommentRange>();
  const before: ts.TypeNode[] = [];
  let previous: ts.TypeNode | undefined;
  let { pos } = union;
  for (const member of union.types) {
    if (text.slice(pos, insideParentheses(ts_, member).getStart()).includes('/**')) {
      const hasBar = member.pos > pos;
      const sameLine = hasBar && findDoc(text, ts_.getTrailingCommentRanges(text, pos)) !== undefined;
      if (sameLine) before.push(previous ?? member);
      const above = hasBar ? findDoc(text, ts_.getLeadingCommentRanges(text, pos)) : undefined;
      const doc =
        docAt(ts_, text, member.pos) ?? above ?? docAt(ts_, text, insideParentheses(ts_, member).pos);
      if (doc !== undefined) members.set(member, doc);
    }
    previous = member;
    pos = member.end;
  }
  if (ts_.isTypeAliasDeclaration(union.parent) && previous !== undefined) {
    if (findDoc(text, ts_.getTrailingCommentRanges(text, pos)) !== undefined) before.push(previous);
  }
  const [first] = union.types;
  const isFirstUnclear = first?.pos === union.pos && members.size === 1 && members.delete(first);
  return { members, before, isFirstUnclear };
}

/** Returns the type in `(/** One. *\/ 'a')`. A union in parentheses has its own members. */
function insideParentheses(ts_: typeof ts, node: ts.TypeNode): ts.TypeNode {
  if (!ts_.isParenthesizedTypeNode(node) || ts_.isUnionTypeNode(node.type)) return node;
  return insideParentheses(ts_, node.type);
}

/** Finds the comment in `{ /** Of each member. *\/ [Key in Keys]: … }`. */
function docsInBraces(ts_: typeof ts, node: ts.MappedTypeNode): ts.CommentRange | undefined {
  const { text } = node.getSourceFile();
  return docAt(ts_, text, node.getStart() + 1);
}

function docAt(ts_: typeof ts, text: string, pos: number): ts.CommentRange | undefined {
  return (
    findDoc(text, ts_.getLeadingCommentRanges(text, pos)) ??
    findDoc(text, ts_.getTrailingCommentRanges(text, pos))
  );
}

/** Returns the last JSDoc comment, which is the nearest. */
function findDoc(text: string, ranges: readonly ts.CommentRange[] = []): ts.CommentRange | undefined {
  return ranges.findLast(({ pos }) => isJSDocText(text, pos));
}

function parse(ts_: typeof ts, node: ts.Node, range: ts.CommentRange | undefined): ts.JSDoc | undefined {
  return range && parseJSDoc(ts_, node, range);
}
