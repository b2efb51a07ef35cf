import type { ts } from 'ts-morph';

export type Values = readonly ts.Expression[];

/** One search, for what one value shows. */
export interface Search {
  /** The value that is shown; undefined where it is asked what another one shows. */
  readonly sink: ts.Node | undefined;
  /** Whether another value shows a secret. */
  readonly shows: (value: ts.Expression) => boolean;
  /** What a parameter is given. */
  readonly given: (parameter: ts.ParameterDeclaration) => Values;
}
