import type { ts } from 'ts-morph';

type Wrapper = ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression | ts.NonNullExpression;

/** The expression in parentheses and type assertions, which change no value. */
export function innerExpression(ts_: typeof ts, expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (isWrapper(ts_, inner)) inner = inner.expression;
  return inner;
}

/** The parent of an expression, without parentheses and type assertions. */
export function outerParent(ts_: typeof ts, { parent }: ts.Expression): ts.Node {
  let outer = parent;
  while (isWrapper(ts_, outer)) outer = outer.parent;
  return outer;
}

function isWrapper(ts_: typeof ts, node: ts.Node): node is Wrapper {
  return (
    ts_.isParenthesizedExpression(node) ||
    ts_.isAsExpression(node) ||
    ts_.isSatisfiesExpression(node) ||
    ts_.isNonNullExpression(node)
  );
}
