import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';

/** Whether a node is in the declarations of a dependency, which the author of a tool cannot change. */
export function isForeign({ program }: Compiler, node: ts.Node | undefined): boolean {
  return node !== undefined && program.isSourceFileFromExternalLibrary(node.getSourceFile());
}
