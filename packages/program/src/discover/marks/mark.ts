import type { ts } from 'ts-morph';
import type { MarkName } from '../library-symbols.js';

export type Mark = MethodMark | FunctionMark;

interface Marked {
  readonly use: MarkName;
  /** The URI of a resource: an expression, or the text of a tag. Undefined if missing. */
  readonly uri?: ts.Expression | string | undefined;
  readonly options: ts.Expression | undefined;
}

export interface MethodMark extends Marked {
  readonly kind: 'method';
  readonly by: ts.Decorator | ts.JSDocTag;
  readonly method: ts.MethodDeclaration;
  readonly owner: ts.ClassLikeDeclaration;
}

export interface FunctionMark extends Marked {
  readonly kind: 'function';
  readonly by: ts.CallExpression | ts.JSDocTag;
  /** The export that holds the function. */
  readonly holder: FunctionHolder;
  readonly callable: ts.FunctionDeclaration | ts.Expression;
}

export type FunctionHolder = ts.FunctionDeclaration | ts.VariableDeclaration | ts.ExportAssignment;

/** Recognises an expression for `tool` or `resource`, under any name in the file. */
export type FindMark = (expression: ts.Expression) => MarkName | undefined;
