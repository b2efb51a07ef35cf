import type { ts } from 'ts-morph';
import { typescript } from '../compiler/bundled-compiler.js';

/**
 * Whether tsc leaves decorators, which no current engine can parse, in its output. This happens when tsc emits JavaScript for `esnext`,
 * with standard decorators and without lowering class fields.
 */
export function keepsDecorators(options: ts.CompilerOptions): boolean {
  const emits = options.noEmit !== true && options.emitDeclarationOnly !== true;
  const lowers = options.experimentalDecorators === true || options.useDefineForClassFields === false;
  return emits && !lowers && options.target === typescript.ScriptTarget.ESNext;
}
