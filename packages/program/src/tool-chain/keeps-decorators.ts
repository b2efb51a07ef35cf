import type { ts } from 'ts-morph';
import { typescript } from '../compiler/bundled-compiler.js';

/**
 * Whether tsc leaves decorators in its output, which no current engine can parse. It does so for the target `esnext`, unless decorators
 * are legacy ones or class fields are lowered, and unless tsc emits no JavaScript.
 */
export function keepsDecorators(options: ts.CompilerOptions): boolean {
  const emits = options.noEmit !== true && options.emitDeclarationOnly !== true;
  const lowers = options.experimentalDecorators === true || options.useDefineForClassFields === false;
  return emits && !lowers && options.target === typescript.ScriptTarget.ESNext;
}
