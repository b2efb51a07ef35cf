import type { ts } from 'ts-morph';

/** Returns the nodes that contain a position, from the root to the innermost node. A node contains its leading comments. */
export function nodesAt(ts_: typeof ts, root: ts.Node, position: number): ts.Node[] {
  const path = [root];
  const holds = (node: ts.Node): true | undefined => {
    if (node.pos > position || position >= node.end) return undefined;
    path.push(node);
    ts_.forEachChild(node, holds);
    return true;
  };
  ts_.forEachChild(root, holds);
  return path;
}

/** Whether a position is inside a string, where nothing is a comment. */
export function isInString(ts_: typeof ts, node: ts.Node, position: number): boolean {
  return node.getStart() <= position && (ts_.isStringLiteralLike(node) || ts_.isTemplateLiteralToken(node));
}
