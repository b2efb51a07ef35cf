import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import { holdsSecret, isSecretType } from '../../lower/kinds/secret-types.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from '../walk/analysis.js';
import { createHandedValues, resultsOf } from './handed-values.js';

/** Finds what a value shows of secrets. */
export type FindSecret = (value: ts.Expression) => ts.Expression | undefined;

/** @param isReveal Whether a symbol is Toolwright's `reveal`. */
export function createSecretSearch(
  analysis: Analysis,
  isReveal: (symbol: ts.Symbol | undefined) => boolean,
): FindSecret {
  const { compiler, symbolOf, implementations } = analysis;
  const { ts, checker } = compiler;

  const handed = createHandedValues(analysis);

  /** The parts of a value that it shows as they are. What a call makes of its arguments is another value. */
  const partsOf = (value: ts.Expression, search: Search): readonly ts.Expression[] => {
    if (ts.isTemplateExpression(value)) return value.templateSpans.map(({ expression }) => expression);
    if (ts.isBinaryExpression(value)) return operandsOf(value, ts);
    if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse];
    if (ts.isAwaitExpression(value) || ts.isSpreadElement(value)) return [value.expression];
    if (ts.isArrayLiteralExpression(value)) return value.elements;
    if (ts.isObjectLiteralExpression(value)) return value.properties.flatMap((member) => valuesOf(member));
    if (ts.isPropertyAccessExpression(value)) return [...memberOf(value), ...keptIn(value, search)];
    if (ts.isElementAccessExpression(value)) return elementOf(value, search);
    if (ts.isCallExpression(value)) return shownBy(value, search);
    return ts.isIdentifier(value) ? [...storedIn(value), ...givenAs(value, search)] : [];
  };

  const valuesOf = (member: ts.ObjectLiteralElementLike): readonly ts.Expression[] => {
    if (ts.isPropertyAssignment(member)) return [member.initializer];
    if (ts.isSpreadAssignment(member)) return [member.expression];
    return ts.isShorthandPropertyAssignment(member) ? [member.name] : [];
  };

  /** `String(value)`, `JSON.stringify(value)`, `value.toString()` and the like show the value itself. */
  const shownBy = (call: ts.CallExpression, search: Search): readonly ts.Expression[] => {
    const { expression, arguments: args } = call;
    const returned = onlyResultOf(symbolOf(unwrap(expression, ts))?.valueDeclaration, ts);
    if (returned !== undefined) return isRevealed(unwrap(returned, ts)) ? [returned] : [];
    const given = handed.resultOf(call);
    if (given !== undefined) return givesOne(call, ts) ? sure(elementsOf(given), search) : given;
    const name = expression.getText();
    if (name.endsWith('.get')) return entryOf(call, search);
    if (
      /^(?:String|Array\.from|Object\.(?:values|entries|assign|freeze)|structuredClone|JSON\.stringify|Promise\.(?:resolve|all)|(?:util\.)?(?:inspect|format))$/.test(
        name,
      )
    )
      return args;
    const isText = /\.(?:toString|trim|concat|join|valueOf|toLowerCase|toUpperCase)$/.test(name);
    return isText && ts.isPropertyAccessExpression(expression) ? [expression.expression, ...args] : [];
  };

  /** `reveal(token)`, `tokens.map(reveal)`. */
  const isRevealed = (part: ts.Expression): boolean => {
    if (!ts.isCallExpression(part)) return false;
    const callee = unwrap(part.expression, ts);
    if (isReveal(originOf(callee))) return true;
    const isHanded = ts.isPropertyAccessExpression(callee) && /^(?:map|flatMap|then)$/.test(callee.name.text);
    const [first] = part.arguments;
    return isHanded && first !== undefined && isReveal(originOf(unwrap(first, ts)));
  };

  /** The function that a constant names: `const show = reveal`. */
  const originOf = (callee: ts.Expression): ts.Symbol | undefined => {
    const symbol = symbolOf(callee);
    const declared = symbol?.valueDeclaration;
    const isAlias = declared !== undefined && ts.isVariableDeclaration(declared);
    const initial = isAlias && declared.initializer !== undefined && unwrap(declared.initializer, ts);
    return initial && ts.isIdentifier(initial) ? symbolOf(initial) : symbol;
  };

  /** Values of which one is shown: only if all of them show a secret, one is certain to. */
  const sure = (values: readonly ts.Expression[], search: Search): readonly ts.Expression[] =>
    values.length > 0 && values.every((one) => search.shows(one)) ? values : [];

  /** The elements of lists, as far as they are written; else the lists themselves. */
  const elementsOf = (lists: readonly ts.Expression[]): readonly ts.Expression[] =>
    lists.flatMap((list) => {
      const base = unwrap(list, ts);
      const stored = ts.isIdentifier(base) ? storedIn(base) : [base];
      return stored.flatMap((one) => {
        const value = unwrap(one, ts);
        return ts.isArrayLiteralExpression(value) ? value.elements : [value];
      });
    });

  /** `keys[0]`, `keys[index]`. */
  const elementOf = (
    { expression, argumentExpression }: ts.ElementAccessExpression,
    search: Search,
  ): readonly ts.Expression[] => {
    const key = unwrap(argumentExpression, ts);
    const exact = ts.isNumericLiteral(key) || ts.isStringLiteralLike(key) ? pick(expression, key.text) : [];
    return exact.length > 0 ? exact : sure(elementsOf([expression]), search);
  };

  /** `keys.get('name')`: what the program sets under that name, or all that it sets. */
  const entryOf = (
    { expression, arguments: [key] }: ts.CallExpression,
    search: Search,
  ): readonly ts.Expression[] => {
    const holder = ts.isPropertyAccessExpression(expression) ? unwrap(expression.expression, ts) : undefined;
    const declared = holder && symbolOf(holder)?.valueDeclaration;
    const name = declared && ts.getNameOfDeclaration(declared);
    if (declared === undefined || name === undefined || !ts.isIdentifier(name)) return [];
    const stored = implementations.storedUnder(declared, name.text);
    const entries = stored.flatMap((value) => {
      const call = value.parent;
      const [first, second] = ts.isCallExpression(call) ? call.arguments : [];
      return first !== undefined && second === value ? [{ key: first, value }] : [];
    });
    const isSame = (one: ts.Expression): boolean => one.getText() === key?.getText();
    const exact = entries.filter((entry) => isSame(entry.key)).map(({ value }) => value);
    return exact.length > 0
      ? exact
      : sure(
          entries.map(({ value }) => value),
          search,
        );
  };

  /** What a field of an object keeps: `this.key = reveal(token)`, `constructor(readonly key: string)`, a getter. */
  const keptIn = (access: ts.PropertyAccessExpression, search: Search): readonly ts.Expression[] => {
    const declared = symbolOf(access)?.valueDeclaration;
    if (declared === undefined || !analysis.isOwn(declared.getSourceFile())) return [];
    if (ts.isGetAccessor(declared)) return resultsOf(declared, ts);
    const later = implementations.storedUnder(declared, access.name.text);
    if (ts.isParameter(declared)) return [...later, ...handed.givenTo(declared, search.sink, search.shows)];
    if (!ts.isPropertyDeclaration(declared)) return later;
    return declared.initializer === undefined ? later : [declared.initializer, ...later];
  };

  /** What a parameter is given, or a variable of a loop. */
  const givenAs = (name: ts.Identifier, search: Search): readonly ts.Expression[] => {
    const declared = symbolOf(name)?.valueDeclaration;
    if (declared === undefined) return [];
    if (ts.isParameter(declared)) return handed.givenTo(declared, search.sink, search.shows);
    const outer = ts.isBindingElement(declared) ? declared.parent.parent : undefined;
    if (outer !== undefined && ts.isParameter(outer) && ts.isBindingElement(declared)) {
      const member = (declared.propertyName ?? declared.name).getText();
      return handed.givenTo(outer, search.sink, search.shows).flatMap((value) => pick(value, member));
    }
    const loop = ts.isVariableDeclaration(declared) ? declared.parent.parent : undefined;
    return loop !== undefined && ts.isForOfStatement(loop) ? [loop.expression] : [];
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

  const known = new Map<ts.Node, boolean>();
  const shows = (value: ts.Expression): boolean => {
    const before = known.get(value);
    if (before !== undefined) return before;
    // A value that leads back to itself shows nothing more.
    known.set(value, false);
    const isShown = find(value, undefined) !== undefined;
    known.set(value, isShown);
    return isShown;
  };
  const find = (value: ts.Expression, sink: ts.Node | undefined): ts.Expression | undefined => {
    if (holdsSecret(compiler, checker.getTypeAtLocation(value))) return value;
    let found: ts.Expression | undefined;
    const seen = new Set<ts.Node>();
    walkNodes(ts, [value], (node) => {
      // Only expressions are put on the stack.
      const part = unwrap(node as ts.Expression, ts);
      if (found !== undefined || seen.has(part)) return false;
      seen.add(part);
      if (isRevealed(part) || isSecretType(checker.getTypeAtLocation(part))) found = part;
      return found === undefined ? partsOf(part, { sink, shows }) : false;
    });
    return found;
  };
  return (value) => find(value, value);
}

/** One search, for what one value shows. */
interface Search {
  /** The value that is shown; undefined where it is asked what another one shows. */
  readonly sink: ts.Node | undefined;
  /** Whether another value shows a secret. */
  readonly shows: (value: ts.Expression) => boolean;
}

/** Whether a method of a list gives one of its elements. */
function givesOne({ expression }: ts.CallExpression, ts_: typeof ts): boolean {
  return (
    ts_.isPropertyAccessExpression(expression) &&
    /^(?:find|findLast|at|pop|shift)$/.test(expression.name.text)
  );
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
