import { findNodes, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Returns the identifiers within a node that are no names of members. */
export function namesIn(root: ts.Node): readonly ts.Identifier[] {
  return findNodes(root, { ts: typescript }, isName);
}

function isName(node: ts.Node): node is ts.Identifier {
  if (!typescript.isIdentifier(node)) return false;
  const { parent } = node;
  if (typescript.isPropertyAccessExpression(parent)) return parent.name !== node;
  if (typescript.isQualifiedName(parent)) return parent.right !== node;
  if (typescript.isBindingElement(parent) || typescript.isImportSpecifier(parent))
    return parent.propertyName !== node;
  const isMember =
    typescript.isPropertyAssignment(parent) ||
    typescript.isClassElement(parent) ||
    typescript.isPropertySignature(parent);
  return !isMember || parent.name !== node;
}

/** Whether a node imports a name. */
export function isImport(node: ts.Node): boolean {
  return (
    typescript.isImportSpecifier(node) ||
    typescript.isImportClause(node) ||
    typescript.isNamespaceImport(node)
  );
}

/** Whether a node stands within a function, which runs later than its module. */
export function runsLater({ parent }: ts.Node): boolean {
  return typescript.findAncestor(parent, typescript.isFunctionLike) !== undefined;
}

/** Returns the statement of the file that contains a node. */
export function topStatement(node: ts.Node): ts.Node {
  let top = node;
  while (!typescript.isSourceFile(top.parent)) top = top.parent;
  return top;
}

/** Whether a node is a part of another. */
export function isWithin(node: ts.Node, outer: ts.Node): boolean {
  return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}

/** Whether no constant or parameter of a module can have a name. */
export function isReserved(name: string): boolean {
  const { FirstReservedWord, LastFutureReservedWord, AwaitKeyword } = typescript.SyntaxKind;
  const { ESNext } = typescript.ScriptTarget;
  const kind = typescript.createScanner(ESNext, true, typescript.LanguageVariant.Standard, name).scan();
  const isKeyword = kind === AwaitKeyword || (kind >= FirstReservedWord && kind <= LastFutureReservedWord);
  return isKeyword || name === 'arguments' || name === 'eval';
}
