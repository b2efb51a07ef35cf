import type { ts } from 'ts-morph';

/**
 * What codegen needs of a TypeScript compiler. All access to a compiler goes through this object, so that another compiler
 * can serve it later.
 */
export interface Compiler {
  readonly ts: typeof ts;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
}
