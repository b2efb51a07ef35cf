import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * Returns the identifiers within a node that are no names of members. Not recursive, because code may be nested to any depth.
 * @param members names that also count as members, as in `module.name`
 */
export function namesIn(root: ts.Node, members?: ReadonlySet<string>): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typescript.isIdentifier(node) && (!isMemberName(node) || (members?.has(node.text) && isAccess(node))))
      found.push(node);
    typescript.forEachChild(node, (child) => {
      open.push(child);
    });
  }
  return found.reverse();
}

function isAccess({ parent }: ts.Identifier): boolean {
  return typescript.isPropertyAccessExpression(parent) && typescript.isIdentifier(parent.expression);
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (typescript.isPropertyAccessExpression(parent)) return parent.name === node;
  if (typescript.isQualifiedName(parent)) return parent.right === node;
  if (typescript.isBindingElement(parent)) return parent.propertyName === node;
  return (
    (typescript.isPropertyAssignment(parent) ||
      typescript.isClassElement(parent) ||
      typescript.isPropertySignature(parent)) &&
    parent.name === node
  );
}
