import type { ts } from 'ts-morph';

/** A place in the source that marks a tool. */
export type Mark = MethodMark | FunctionMark;

export interface MethodMark {
  readonly kind: 'method';
  readonly by: ts.Decorator | ts.JSDocTag;
  readonly method: ts.MethodDeclaration;
  readonly owner: ts.ClassLikeDeclaration;
  readonly options: ts.Expression | undefined;
}

export interface FunctionMark {
  readonly kind: 'function';
  readonly by: ts.CallExpression | ts.JSDocTag;
  /** What is exported. */
  readonly holder: FunctionHolder;
  /** What is called. */
  readonly callable: ts.FunctionDeclaration | ts.Expression;
  readonly options: ts.Expression | undefined;
}

export type FunctionHolder = ts.FunctionDeclaration | ts.VariableDeclaration | ts.ExportAssignment;

/** True for an expression that is `tool`, under whatever name the file knows it. */
export type IsTool = (expression: ts.Expression) => boolean;
