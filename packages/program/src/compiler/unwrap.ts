import type { ts } from 'ts-morph';

/** Removes the parentheses, casts and `!` around an expression. */
export function unwrap(node: ts.Expression, ts_: typeof ts): ts.Expression {
  let inner = node;
  while (isWrapper(inner, ts_)) inner = inner.expression;
  return inner;
}

/** Returns the outermost expression that only wraps this one. */
export function wrapped(node: ts.Node, ts_: typeof ts): ts.Node {
  let outer = node;
  while (isWrapper(outer.parent, ts_)) outer = outer.parent;
  return outer;
}

/** Returns the parent of an expression, skipping its wrappers. */
export function outerParent(node: ts.Expression, ts_: typeof ts): ts.Node {
  return wrapped(node, ts_).parent;
}

type Wrapper =
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion;

function isWrapper(node: ts.Node, ts_: typeof ts): node is Wrapper {
  return (
    ts_.isParenthesizedExpression(node) ||
    ts_.isAsExpression(node) ||
    ts_.isSatisfiesExpression(node) ||
    ts_.isNonNullExpression(node) ||
    ts_.isTypeAssertionExpression(node)
  );
}
