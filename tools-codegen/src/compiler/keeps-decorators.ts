import type { ts } from 'ts-morph';
import { typescript } from './bundled-compiler.js';

/**
 * Whether tsc writes decorators as they stand in the source, which no engine of today can parse: for the target `esnext`, unless they
 * are legacy decorators or fields of classes are lowered, and never where tsc writes no JavaScript.
 */
export function keepsDecorators(options: ts.CompilerOptions): boolean {
  const emits = options.noEmit !== true && options.emitDeclarationOnly !== true;
  const lowers = options.experimentalDecorators === true || options.useDefineForClassFields === false;
  return emits && !lowers && options.target === typescript.ScriptTarget.ESNext;
}
