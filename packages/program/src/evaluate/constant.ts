import type { JsonValue } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';

/** A JSON value that may contain bigints. */
export type ConstantValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly ConstantValue[]
  | { readonly [name: string]: ConstantValue };

/** The value of an expression. If `value` is undefined, the expression evaluates to undefined. */
export interface Constant {
  readonly value: ConstantValue | undefined;
}

export interface JsonConstant extends Constant {
  readonly value: JsonValue | undefined;
}

export interface EvaluateOptions {
  /** Whether to evaluate `const` objects without `as const`. This is correct only if the program does not change them. */
  readonly mutable: boolean;
  /** Also evaluates `bigint` literals. */
  readonly bigints?: true;
  /** The file of an expression that is not part of the program, and the node at which its names are resolved. */
  readonly scope?: { readonly file: ts.SourceFile; readonly at: ts.Node };
}

/** The state of one evaluation. The same rules apply at any depth. */
export interface Evaluation extends EvaluateOptions {
  readonly compiler: Compiler;
  /** Constants that are being evaluated, to detect circular references. */
  readonly visited: Set<ts.Node>;
  /** Adds to the size of the evaluation. Returns whether the size exceeds the limit. */
  exceeds(amount: number): boolean;
  evaluate(expression: ts.Expression): Constant | undefined;
}
