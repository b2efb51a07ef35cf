import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Whether a node is in the declarations of a dependency, which the author of a tool cannot change. */
export function isForeign({ program }: Compiler, node: ts.Node | undefined): boolean {
  return node !== undefined && program.isSourceFileFromExternalLibrary(node.getSourceFile());
}

/**
 * Returns a node as the location of a finding. Undefined in dependencies and the standard library, where a finding would be repeated for
 * each tool.
 */
export function ownNode<Node extends ts.Node>(compiler: Compiler, node: Node | undefined): Node | undefined {
  if (node === undefined || isForeign(compiler, node)) return undefined;
  return compiler.program.isSourceFileDefaultLibrary(node.getSourceFile()) ? undefined : node;
}
