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
  const { compiler, symbolOf, implementations } = analysis;
  const { ts, checker } = compiler;

  /** The parts of a value that it shows as they are. What a call makes of its arguments is another value. */
  const partsOf = (value: ts.Expression): readonly ts.Expression[] => {
    if (ts.isTemplateExpression(value)) return value.templateSpans.map(({ expression }) => expression);
    if (ts.isBinaryExpression(value)) return operandsOf(value, ts);
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
    const returned = onlyResultOf(symbolOf(unwrap(expression, ts))?.valueDeclaration, ts);
    if (returned !== undefined) return isRevealed(unwrap(returned, ts)) ? [returned] : [];
    const name = expression.getText();
    if (/^(?:String|JSON\.stringify|Promise\.(?:resolve|all)|(?:util\.)?(?:inspect|format))$/.test(name))
      return args;
    const isText = /\.(?:toString|trim|concat|join|valueOf|toLowerCase|toUpperCase)$/.test(name);
    return isText && ts.isPropertyAccessExpression(expression) ? [expression.expression, ...args] : [];
  };

  const isRevealed = (part: ts.Expression): boolean =>
    ts.isCallExpression(part) && isReveal(originOf(unwrap(part.expression, ts)));

  /** The function that a constant names: `const show = reveal`. */
  const originOf = (callee: ts.Expression): ts.Symbol | undefined => {
    const symbol = symbolOf(callee);
    const declared = symbol?.valueDeclaration;
    const isAlias = declared !== undefined && ts.isVariableDeclaration(declared);
    const initial = isAlias && declared.initializer !== undefined && unwrap(declared.initializer, ts);
    return initial && ts.isIdentifier(initial) ? symbolOf(initial) : symbol;
  };

  /** A member of what was revealed. Its length is no secret. */
  const memberOf = ({ expression, name }: ts.PropertyAccessExpression): readonly ts.Expression[] =>
    pick(expression, name.text);

  /** What a member or an element of a value shows: of an object that is written out, or of what was revealed. */
  const pick = (holder: ts.Expression, name: string): readonly ts.Expression[] => {
    const base = unwrap(holder, ts);
    const [first = base, ...more] = ts.isIdentifier(base) ? storedIn(base) : [];
    const value = unwrap(first, ts);
    if (more.length > 0 || name === 'length') return [];
    if (isRevealed(value)) return [base];
    if (ts.isArrayLiteralExpression(value)) return value.elements.slice(Number(name), Number(name) + 1);
    if (!ts.isObjectLiteralExpression(value)) return [];
    return value.properties
      .filter((member) => member.name !== undefined && member.name.getText() === name)
      .flatMap((member) => valuesOf(member));
  };

  /** What a variable of the program is given. */
  const storedIn = (name: ts.Identifier): readonly ts.Expression[] => {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : symbolOf(name);
    const declared = symbol?.valueDeclaration;
    if (declared === undefined) return [];
    if (ts.isBindingElement(declared)) return boundTo(declared);
    if (!ts.isVariableDeclaration(declared)) return [];
    const later = implementations.storedUnder(declared, name.text);
    return declared.initializer === undefined ? later : [declared.initializer, ...later];
  };

  /** `const [key] = [reveal(token)]`, `const { key } = reveal(login)`. */
  const boundTo = (bound: ts.BindingElement): readonly ts.Expression[] => {
    const { parent } = bound;
    const holder = parent.parent;
    if (!ts.isVariableDeclaration(holder) || holder.initializer === undefined) return [];
    if (ts.isObjectBindingPattern(parent))
      return pick(holder.initializer, (bound.propertyName ?? bound.name).getText());
    return pick(holder.initializer, String(parent.elements.indexOf(bound)));
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

/** The operands of which a result consists. A comparison says nothing of what it compares. */
function operandsOf(
  { left, operatorToken: { kind }, right }: ts.BinaryExpression,
  { SyntaxKind }: typeof ts,
): readonly ts.Expression[] {
  const isComparison =
    (kind >= SyntaxKind.EqualsEqualsToken && kind <= SyntaxKind.ExclamationEqualsEqualsToken) ||
    (kind >= SyntaxKind.LessThanToken && kind <= SyntaxKind.GreaterThanEqualsToken) ||
    kind === SyntaxKind.InKeyword ||
    kind === SyntaxKind.InstanceOfKeyword;
  if (isComparison) return [];
  const isLast =
    kind === SyntaxKind.CommaToken ||
    kind === SyntaxKind.EqualsToken ||
    kind === SyntaxKind.AmpersandAmpersandToken;
  return isLast ? [right] : [left, right];
}

/** The result of a function that does nothing else: `(token) => reveal(token)`. */
function onlyResultOf(declared: ts.Declaration | undefined, ts_: typeof ts): ts.Expression | undefined {
  if (declared === undefined) return undefined;
  const made = ts_.isVariableDeclaration(declared) ? declared.initializer : declared;
  if (made === undefined || !ts_.isFunctionLike(made) || !('body' in made) || made.body === undefined)
    return undefined;
  if (!ts_.isBlock(made.body)) return made.body;
  const [only, ...more] = made.body.statements;
  return only !== undefined && ts_.isReturnStatement(only) && more.length === 0 ? only.expression : undefined;
}
