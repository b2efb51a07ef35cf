import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import { holdsSecret, isSecretType } from '../../lower/kinds/secret-types.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from '../walk/analysis.js';

/** Finds what a value shows of secrets. */
export type FindSecret = (value: ts.Expression) => ts.Expression | undefined;

/** @param isReveal Whether a symbol is Toolwright's `reveal`. */
export function createSecretSearch(
  analysis: Analysis,
  isReveal: (symbol: ts.Symbol | undefined) => boolean,
): FindSecret {
  const { compiler, symbolOf } = analysis;
  const { ts, checker } = compiler;

  /** The parts of a value that it shows as they are. What a call makes of its arguments is another value. */
  const partsOf = (value: ts.Expression): readonly ts.Expression[] => {
    if (ts.isTemplateExpression(value)) return value.templateSpans.map(({ expression }) => expression);
    if (ts.isBinaryExpression(value)) return [value.left, value.right];
    if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse];
    if (ts.isAwaitExpression(value) || ts.isSpreadElement(value)) return [value.expression];
    if (ts.isArrayLiteralExpression(value)) return value.elements;
    if (ts.isObjectLiteralExpression(value)) return value.properties.flatMap((member) => valuesOf(member));
    if (ts.isPropertyAccessExpression(value)) return memberOf(value);
    if (ts.isCallExpression(value)) return shownBy(value);
    return ts.isIdentifier(value) ? storedIn(value) : [];
  };

  const valuesOf = (member: ts.ObjectLiteralElementLike): readonly ts.Expression[] => {
    if (ts.isPropertyAssignment(member)) return [member.initializer];
    if (ts.isSpreadAssignment(member)) return [member.expression];
    return ts.isShorthandPropertyAssignment(member) ? [member.name] : [];
  };

  /** `String(value)`, `JSON.stringify(value)`, `value.toString()` and the like show the value itself. */
  const shownBy = ({ expression, arguments: args }: ts.CallExpression): readonly ts.Expression[] => {
    const name = expression.getText();
    if (/^(?:String|JSON\.stringify|(?:util\.)?(?:inspect|format))$/.test(name)) return args;
    const isText = /\.(?:toString|trim|concat|join|valueOf|toLowerCase|toUpperCase)$/.test(name);
    return isText && ts.isPropertyAccessExpression(expression) ? [expression.expression, ...args] : [];
  };

  const isRevealed = (part: ts.Expression): boolean =>
    ts.isCallExpression(part) && isReveal(symbolOf(unwrap(part.expression, ts)));

  /** A member of what was revealed. Its length is no secret. */
  const memberOf = ({ expression, name }: ts.PropertyAccessExpression): readonly ts.Expression[] => {
    const base = unwrap(expression, ts);
    const [stored = base] = ts.isIdentifier(base) ? storedIn(base) : [];
    return name.text !== 'length' && isRevealed(unwrap(stored, ts)) ? [base] : [];
  };

  /** What a constant of the program was given. */
  const storedIn = (name: ts.Identifier): readonly ts.Expression[] => {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : symbolOf(name);
    const declared = symbol?.valueDeclaration;
    const isConstant =
      declared !== undefined &&
      ts.isVariableDeclaration(declared) &&
      (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
    return isConstant && declared.initializer !== undefined ? [declared.initializer] : [];
  };

  return (value) => {
    if (holdsSecret(compiler, checker.getTypeAtLocation(value))) return value;
    let found: ts.Expression | undefined;
    const seen = new Set<ts.Node>();
    walkNodes(ts, [value], (node) => {
      // Only expressions are put on the stack.
      const part = unwrap(node as ts.Expression, ts);
      if (found !== undefined || seen.has(part)) return false;
      seen.add(part);
      if (isRevealed(part) || isSecretType(checker.getTypeAtLocation(part))) found = part;
      return found === undefined ? partsOf(part) : false;
    });
    return found;
  };
}
