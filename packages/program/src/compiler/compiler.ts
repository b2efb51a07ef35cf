import type { ts } from 'ts-morph';

/** The TypeScript compiler as codegen uses it. All access goes through this object, so that another compiler can replace it later. */
export interface Compiler {
  readonly ts: typeof ts;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
}
