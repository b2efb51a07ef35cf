import type { ts } from 'ts-morph';
import type { Compiler } from './compiler.js';
import { unwrap } from './unwrap.js';

/** Finds the nodes within a node, and itself, for which `isWanted` is true, in source order. Not recursive: code may be nested to any depth. */
export function findNodes<Node extends ts.Node>(
  root: ts.Node,
  { ts }: Pick<Compiler, 'ts'>,
  isWanted: (node: ts.Node) => node is Node,
): readonly Node[] {
  const found: Node[] = [];
  const open: ts.Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isWanted(node)) found.push(node);
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    // Pushed one by one, because a list may have more elements than the number of arguments a call can take.
    for (const child of children.reverse()) open.push(child);
  }
  return found;
}

/** Returns the value of a member of an object literal, if the value is an inline expression. */
export function memberOf(
  object: ts.Expression | undefined,
  name: string,
  { ts }: Pick<Compiler, 'ts'>,
): ts.Expression | undefined {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  for (const member of object.properties) {
    if (member.name === undefined || !isNamed(member.name, name, ts)) continue;
    if (ts.isPropertyAssignment(member)) return unwrap(member.initializer, ts);
    if (ts.isShorthandPropertyAssignment(member)) return member.name;
  }
  return undefined;
}

function isNamed(name: ts.PropertyName, wanted: string, ts_: typeof ts): boolean {
  return (ts_.isIdentifier(name) || ts_.isStringLiteralLike(name)) && name.text === wanted;
}
