import { ts } from 'ts-morph';
import type { Account } from './account.test.support.js';
import { type CommentPart, ownerOf, readParts, wordsOf } from './comment-words.test.support.js';

/** A declaration of the project's own with a comment that a schema should show. */
export interface WrittenPlace {
  readonly node: ts.Node;
  readonly comment: string;
  /** Where the comment starts. */
  readonly start: number;
  /** Whether a nearer text takes the place of a part of the comment, wherever it could be shown. */
  isOvershadowed(part: CommentPart): boolean;
}

/** The commented declarations that the types of an account lead to. Members count if the schema has their name. */
export function findWritten(
  { documented, written, compiler: { checker }, isOwn }: Account,
  keys: ReadonlySet<string>,
): readonly WrittenPlace[] {
  const places = new Map<ts.Node, Omit<WrittenPlace, 'isOvershadowed'>>();
  const bare = new Set<ts.Node>();
  const seen = new Set<ts.Node>();
  const add = (node: ts.Node): void => {
    const own = commentOf(node);
    if (own !== undefined) places.set(node, { node, ...own });
  };
  const follow = (name: ts.Node, isDescribed: boolean): void => {
    const symbol = checker.getSymbolAtLocation(name);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target?.declarations ?? []) {
      if (!isTypeDeclaration(declaration) || !isOwn(declaration.getSourceFile())) continue;
      if (!isDescribed) bare.add(declaration);
      if (seen.has(declaration)) continue;
      seen.add(declaration);
      add(declaration);
      const inside = ts.isTypeAliasDeclaration(declaration) && commentOf(declaration) !== undefined;
      ts.forEachChild(declaration, (child) => visit(child, inside));
    }
  };
  const visit = (node: ts.Node, isDescribed: boolean): void => {
    if (
      ts.isBlock(node) ||
      ts.isExpression(node) ||
      ts.isMethodSignature(node) ||
      ts.isMethodDeclaration(node)
    ) {
      if (!ts.isExpressionWithTypeArguments(node)) return;
    }
    let described = isDescribed;
    if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isEnumMember(node)) {
      if (!keys.has(node.name.getText().replace(/^['"]|['"]$/g, ''))) return;
      add(node);
      described = describes(commentOf(node)?.comment);
    }
    if (ts.isTypeReferenceNode(node)) follow(node.typeName, described);
    if (ts.isExpressionWithTypeArguments(node)) follow(node.expression, true);
    ts.forEachChild(node, (child) => visit(child, described));
  };
  const head = documented.find((node) => commentOf(node) !== undefined);
  if (head !== undefined) add(head);
  const tags = readParts(head === undefined ? '/***/' : (commentOf(head)?.comment ?? '/***/'));
  const isTold = (name: string): boolean => tags.some((tag) => ownerOf(tag) === name);
  const parameters = written.flatMap(parametersOf);
  for (const node of written) {
    ts.forEachChild(node, (child) => {
      const isResult = 'type' in node && node.type === child;
      const name = ts.isParameter(child) ? child.name.getText() : '';
      if (ts.isParameter(child)) parametersOf(child).forEach(add);
      visit(
        child,
        isTold(name) || (isResult && tags.some(isReturns)) || describes(commentOf(child)?.comment),
      );
    });
  }
  const isNearer = (name: string | undefined): boolean =>
    parameters.some((one) => one.name.getText() === name && describes(commentOf(one)?.comment));
  return [...places.values()].map((place) => ({
    ...place,
    isOvershadowed: (part) => {
      if (place.node === head) return part.tag !== '' && isNearer(ownerOf(part)?.split('.').at(-1));
      if (part.tag !== '') return false;
      if (isTypeDeclaration(place.node)) return !bare.has(place.node);
      const name = ts.getNameOfDeclaration(place.node as ts.Declaration)?.getText();
      return name !== undefined && tags.some((tag) => ownerOf(tag)?.split('.').at(-1) === name);
    },
  }));
}

function isReturns(part: CommentPart): boolean {
  return /^returns?$/.test(part.tag) && wordsOf(part.text) !== '';
}

/** A parameter, and the names in a destructured one. */
function parametersOf(node: ts.Node): readonly (ts.ParameterDeclaration | ts.BindingElement)[] {
  if (ts.isFunctionLike(node)) return node.parameters.flatMap(parametersOf);
  if (!ts.isParameter(node) && !ts.isBindingElement(node)) return [];
  const inner = ts.isObjectBindingPattern(node.name) ? node.name.elements.flatMap(parametersOf) : [];
  return [node, ...inner];
}

function isTypeDeclaration(node: ts.Node): boolean {
  return (
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isClassDeclaration(node)
  );
}

function describes(comment: string | undefined): boolean {
  return comment !== undefined && wordsOf(readParts(comment)[0]?.text ?? '') !== '';
}

/** The last comment before a declaration, straight from the text. */
function commentOf(node: ts.Node): { readonly comment: string; readonly start: number } | undefined {
  const owner = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const { text } = owner.getSourceFile();
  const before = text.slice(owner.pos, owner.getStart());
  const found = [...before.matchAll(/\/\*\*(?!\/)[\s\S]*?\*\//g)].at(-1);
  return found && { comment: found[0], start: owner.pos + found.index };
}
