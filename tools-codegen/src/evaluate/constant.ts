import type { JsonValue } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';

/** What an expression is worth; `undefined` inside is the value undefined. */
export interface Constant {
  readonly value: JsonValue | undefined;
}

export interface EvaluateOptions {
  /** Also reads `const` objects that are not `as const`: right where the program has no chance to change them. */
  readonly mutable: boolean;
}

/** One evaluation: the same rules at any depth. */
export interface Evaluation extends EvaluateOptions {
  readonly compiler: Compiler;
  /** Constants on the way, against those that refer to each other in a circle. */
  readonly visited: ReadonlySet<ts.Node>;
  evaluate(expression: ts.Expression, visited?: ReadonlySet<ts.Node>): Constant | undefined;
}
