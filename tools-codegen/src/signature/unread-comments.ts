import { textStart } from '@toolwright/contract';
import {
  type CodegenContext,
  type Compiler,
  findJSDocs,
  isBoolean,
  isForPeople,
  isInString,
  isLoose,
  isReadPart,
  nodesAt,
  parseJSDoc,
  readComment,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { referencedSymbol } from '../lower/written/annotation.js';
import { ownNode } from '../lower/written/is-foreign.js';

/**
 * Reports JSDoc comments in type annotations that appear in no schema: before a type, inside a tuple element, or before another comment.
 * @param roots Declarations of functions, parameters or types, and other nodes that may have comments.
 * @param json The JSON Schema that may contain the comments.
 */
export function reportUnreadComments(
  roots: readonly ts.Node[],
  json: unknown,
  { compiler, report }: CodegenContext,
): void {
  const queue = new Set(roots.filter((root) => ownNode(compiler, root) !== undefined));
  let shown: string | undefined;
  // The loop also visits the nodes that it adds.
  for (const root of queue) {
    const { comments, references } = readRoot(compiler, root);
    for (const reference of references) queue.add(reference);
    for (const { node, text, member } of comments) {
      shown ??= wordsOf(JSON.stringify(json));
      if (text !== '' && shown.includes(wordsOf(text))) continue;
      if (member !== undefined && !shown.includes(wordsOf(member))) continue;
      const [name] = readComment(node).tags;
      const what = `${textStart(text.split('\n')[0] ?? '', 60)}${text === '' ? `@${name?.name ?? ''}` : ''}`;
      const message = `The JSDoc comment \`${what}\` appears in no schema: it does not belong to a parameter, a member or a choice.`;
      const hint = 'Put a single comment directly before the parameter or member, or use `@param`.';
      report({ code: 'TW3005', node, message, hint });
    }
  }
}

interface Unread {
  readonly node: ts.JSDoc;
  readonly text: string;
  /** The member whose type contains the comment. */
  readonly member: string | undefined;
}

interface ReadRoot {
  readonly comments: readonly Unread[];
  /** The project's own declarations of the types that are referenced. */
  readonly references: readonly ts.Node[];
}

const known = new WeakMap<ts.Node, ReadRoot>();

function readRoot(compiler: Compiler, root: ts.Node): ReadRoot {
  const found = known.get(root) ?? {
    comments: unreadIn(compiler, root),
    references: isTypeHolder(compiler.ts, root) ? referencesIn(compiler, root) : [],
  };
  known.set(root, found);
  return found;
}

function unreadIn(compiler: Compiler, root: ts.Node): readonly Unread[] {
  const { ts } = compiler;
  const { text } = root.getSourceFile();
  const end = isTypeHolder(ts, root) ? endOfTypes(root) : root.getStart();
  const comments: Unread[] = [];
  for (const { index, 0: comment } of text.slice(root.pos, end).matchAll(/\/\*\*(?!\/)[\s\S]*?\*\//g)) {
    const range = { pos: root.pos + index, end: root.pos + index + comment.length };
    const path = nodesAt(ts, root, range.pos);
    const owner = path.at(-1) ?? root;
    if (isInString(ts, owner, range.pos) || path.slice(1).some((node) => isNoType(ts, node))) continue;
    if (path.some((node) => isRead(compiler, node, range.pos)) || isLoose(compiler, path, range.pos))
      continue;
    // A blank line follows the header comment of a file or section.
    if (/^[^\S\n]*\r?\n[^\S\n]*\r?\n/.test(text.slice(range.end, range.end + MAX_SEEN))) continue;
    const node = parseJSDoc(ts, owner, range);
    if (node === undefined) continue;
    const read = readComment(node);
    if (read.text === '' && read.tags.every(({ name }) => isForPeople(name))) continue;
    const member = path.findLast(ts.isPropertySignature)?.name.getText();
    comments.push({ node, text: read.text, member });
  }
  return comments;
}

const MAX_SEEN = 200;

function isTypeHolder(ts_: typeof ts, node: ts.Node): boolean {
  return ts_.isFunctionLike(node) || isTypeDeclaration(ts_, node);
}

function isTypeDeclaration(ts_: typeof ts, node: ts.Node): boolean {
  return (
    ts_.isInterfaceDeclaration(node) ||
    ts_.isTypeAliasDeclaration(node) ||
    ts_.isEnumDeclaration(node) ||
    ts_.isClassLike(node)
  );
}

function endOfTypes(node: ts.Node): number {
  return 'body' in node && node.body !== undefined ? (node.body as ts.Node).pos : node.end;
}

/** Whether a node is code or a function type; schemas describe neither. */
function isNoType(ts_: typeof ts, node: ts.Node): boolean {
  return (
    ts_.isBlock(node) ||
    (ts_.isExpression(node) && !isPartOfType(ts_, node)) ||
    (ts_.isFunctionLike(node) &&
      !ts_.isConstructorDeclaration(node) &&
      !ts_.isIndexSignatureDeclaration(node))
  );
}

function isPartOfType(ts_: typeof ts, node: ts.Expression): boolean {
  return (
    ts_.isExpressionWithTypeArguments(node) || ts_.isIdentifier(node) || ts_.isLiteralTypeNode(node.parent)
  );
}

function isRead(compiler: Compiler, node: ts.Node, position: number): boolean {
  if (findJSDocs(compiler, node).some(({ pos }) => pos === position)) return true;
  const { ts, checker } = compiler;
  if (!ts.isUnionTypeNode(node))
    return !ts.isUnionTypeNode(node.parent) && isReadPart(compiler, node, position);
  const isBeside = !node.types.some((member) => member.getStart() <= position && position < member.end);
  if (!isBeside) return false;
  const type = checker.getTypeFromTypeNode(node);
  // A leading comment of a member is read or reported, unless another member absorbs it.
  return type.isUnion() || isBoolean(ts, type);
}

function referencesIn(compiler: Compiler, root: ts.Node): readonly ts.Node[] {
  const { ts } = compiler;
  const references: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isNoType(ts, node)) return;
    for (const declaration of referencedSymbol(compiler, node)?.declarations ?? []) {
      if (isTypeDeclaration(ts, declaration) && ownNode(compiler, declaration) !== undefined)
        references.push(declaration);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return references;
}

/** Keeps only letters and digits, because line wrapping does not matter. */
function wordsOf(text: string): string {
  return (text.replaceAll(/\\[nrt"]/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
