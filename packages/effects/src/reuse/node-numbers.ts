import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';

/** Numbers the nodes of files in source order. Files with equal text have equal numbers. */
export interface NodeNumbers {
  /** Returns undefined for a node that is not code, such as a node in a comment. */
  numberOf(node: ts.Node): number | undefined;
  nodeAt(file: ts.SourceFile, number: number): ts.Node | undefined;
}

export function createNodeNumbers(ts_: typeof ts): NodeNumbers {
  const lists = new Map<ts.SourceFile, readonly ts.Node[]>();
  const numbers = new Map<ts.SourceFile, ReadonlyMap<ts.Node, number>>();
  const nodesOf = (file: ts.SourceFile): readonly ts.Node[] => {
    const known = lists.get(file);
    if (known !== undefined) return known;
    const nodes: ts.Node[] = [];
    walkNodes(ts_, [file], (node) => {
      nodes.push(node);
      return true;
    });
    lists.set(file, nodes);
    return nodes;
  };
  return {
    numberOf: (node) => {
      const file = node.getSourceFile();
      const known = numbers.get(file) ?? new Map(nodesOf(file).map((one, number) => [one, number]));
      numbers.set(file, known);
      return known.get(node);
    },
    nodeAt: (file, number) => nodesOf(file)[number],
  };
}
