import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * Returns the value of a declaration that is an export or an assignment: `export default save`, `export = save`, `exports.save = save`,
 * `module.exports = save`, and `notes.save = save` for a function `notes`.
 */
export function assignedValue(declaration: ts.Node, ts_: typeof ts): ts.Expression | undefined {
  if (ts_.isExportAssignment(declaration)) return unwrap(declaration.expression, ts_);
  if (ts_.isSourceFile(declaration)) return undefined;
  const assigned = ts_.isBinaryExpression(declaration) ? declaration : declaration.parent;
  if (!ts_.isBinaryExpression(assigned) || assigned.operatorToken.kind !== ts_.SyntaxKind.EqualsToken)
    return undefined;
  const isTarget = [assigned, assigned.left].some((node) => node === declaration);
  return isTarget ? unwrap(assigned.right, ts_) : undefined;
}
