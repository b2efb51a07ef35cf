import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';

/** `save` in `exports.save = save` and in `module.exports = save`, which declare what a CommonJS module exports. */
export function exportedValue(declaration: ts.Node, ts_: typeof ts): ts.Expression | undefined {
  if (ts_.isSourceFile(declaration)) return undefined;
  const assigned = ts_.isBinaryExpression(declaration) ? declaration : declaration.parent;
  if (!ts_.isBinaryExpression(assigned) || assigned.operatorToken.kind !== ts_.SyntaxKind.EqualsToken)
    return undefined;
  const isTarget = [assigned, assigned.left].some((node) => node === declaration);
  return isTarget && JAVASCRIPT.test(assigned.getSourceFile().fileName)
    ? unwrap(assigned.right, ts_)
    : undefined;
}

const JAVASCRIPT = /\.[cm]?jsx?$/;
