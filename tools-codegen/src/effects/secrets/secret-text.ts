import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import { holdsSecret, isSecretType } from '../../lower/kinds/secret-types.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from '../walk/analysis.js';
import { isWithin } from '../walk/positions.js';
import { type CallsOfParameter, createHandedValues } from './handed-values.js';
import { createRevealTest } from './revealed.js';
import type { Search } from './search.js';
import { createStoredValues } from './stored-values.js';

/** Finds what a value shows of secrets. */
export type FindSecret = (value: ts.Expression) => ts.Expression | undefined;

/**
 * @param files What may write to variables and members.
 * @param isReveal Whether a symbol is Toolwright's `reveal`.
 */
export function createSecretSearch(
  analysis: Analysis,
  files: readonly ts.SourceFile[],
  isReveal: (symbol: ts.Symbol | undefined) => boolean,
  callsOfParameter: CallsOfParameter,
): FindSecret {
  const { compiler, symbolOf } = analysis;
  const { ts, checker } = compiler;

  const handed = createHandedValues(analysis, callsOfParameter);
  const isRevealed = createRevealTest(analysis, isReveal);
  const stored = createStoredValues(analysis, files, isRevealed);

  /** The parts of a value that it shows as they are. What a call makes of its arguments is another value. */
  const partsOf = (value: ts.Expression, search: Search): readonly ts.Expression[] => {
    if (ts.isTemplateExpression(value)) return partsOfTemplate(value);
    if (ts.isBinaryExpression(value)) return operandsOf(value, ts);
    if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse];
    if (ts.isAwaitExpression(value) || ts.isSpreadElement(value)) return [value.expression];
    if (
      ts.isArrayLiteralExpression(value) ||
      ts.isObjectLiteralExpression(value) ||
      ts.isNewExpression(value)
    )
      return stored.inLiteral(value, search);
    if (ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value))
      return stored.inMember(value, search);
    if (ts.isTaggedTemplateExpression(value))
      return value.tag.getText() === 'String.raw' ? partsOfTemplate(value.template) : [];
    if (ts.isCallExpression(value)) return shownBy(value, search);
    return ts.isIdentifier(value) ? [...stored.inVariable(value, search), ...givenAs(value, search)] : [];
  };

  const partsOfTemplate = (template: ts.TemplateLiteral): readonly ts.Expression[] =>
    ts.isTemplateExpression(template) ? template.templateSpans.map(({ expression }) => expression) : [];

  /** `String(value)`, `JSON.stringify(value)`, `value.toString()` and the like show the value itself. */
  const shownBy = (call: ts.CallExpression, search: Search): readonly ts.Expression[] => {
    const { expression, arguments: args } = call;
    const returned = onlyResultOf(symbolOf(unwrap(expression, ts))?.valueDeclaration, ts);
    if (returned !== undefined) return isRevealed(unwrap(returned, ts)) ? [returned] : [];
    const given = handed.resultOf(call);
    if (given !== undefined) return givesOne(call, ts) ? stored.amongElements(given, search) : given;
    const [first, second] = args;
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'get')
      return first === undefined ? [] : stored.inEntry(expression.expression, first, search);
    const name = expression.getText();
    if (name === 'JSON.stringify' && first !== undefined) return printed(first, second, search);
    if (name === 'Object.assign') return stored.inLayers(args, search);
    if (
      /^(?:String|Array\.from|Object\.(?:values|entries|freeze)|structuredClone|Promise\.(?:resolve|all)|(?:util\.)?(?:inspect|format))$/.test(
        name,
      )
    )
      return args;
    const isText = /\.(?:toString|trim|concat|join|valueOf|toLowerCase|toUpperCase)$/.test(name);
    return isText && ts.isPropertyAccessExpression(expression) ? [expression.expression, ...args] : [];
  };

  /** What JSON shows: with a list of names, only members of these names; with a function, nothing is certain. */
  const printed = (
    value: ts.Expression,
    replacer: ts.Expression | undefined,
    search: Search,
  ): readonly ts.Expression[] => {
    if (replacer === undefined || /^(?:null|undefined)$/.test(replacer.getText())) return [value];
    const names = unwrap(replacer, ts);
    if (!ts.isArrayLiteralExpression(names)) return [];
    return names.elements.flatMap((name) => {
      const picked = ts.isStringLiteralLike(name) ? stored.pick(value, name.text, search) : [];
      // The names also hold for the members of a member.
      return picked.filter((one) => (checker.getTypeAtLocation(one).flags & ts.TypeFlags.Object) === 0);
    });
  };

  /** What a parameter is given, or a variable of a loop. */
  const givenAs = (name: ts.Identifier, search: Search): readonly ts.Expression[] => {
    const declared = symbolOf(name)?.valueDeclaration;
    if (declared === undefined) return [];
    if (ts.isParameter(declared)) return search.given(declared);
    const loop = ts.isVariableDeclaration(declared) ? declared.parent.parent : undefined;
    return loop !== undefined && ts.isForOfStatement(loop) ? [loop.expression] : [];
  };

  const searchFor = (sink: ts.Node | undefined, shows: Search['shows']): Search => {
    const search: Search = {
      sink,
      shows,
      given: (parameter) =>
        ts.isSetAccessor(parameter.parent)
          ? stored.givenToSetter(parameter.parent, search)
          : handed.givenTo(parameter, sink, shows),
    };
    return search;
  };
  const find = (value: ts.Expression, search: Search, isKnown: IsKnown): ts.Expression | undefined => {
    if (holdsSecret(compiler, checker.getTypeAtLocation(value))) return value;
    let found: ts.Expression | undefined;
    const seen = new Set<ts.Node>();
    walkNodes(ts, [value], (node) => {
      // Only expressions are put on the stack.
      const part = unwrap(node as ts.Expression, ts);
      if (found !== undefined || seen.has(part)) return false;
      seen.add(part);
      const known = part === value ? undefined : isKnown(part);
      if (known === false) return false;
      if (known === true || isRevealed(part) || isSecretType(checker.getTypeAtLocation(part))) found = part;
      return found === undefined ? partsOf(part, search) : false;
    });
    return found;
  };
  const { shows, isKnown } = createShownTest((value) => find(value, other, isKnown) !== undefined);
  const other = searchFor(undefined, shows);
  // What another value shows is shown here as well; more may be certain here, and a part of this one is reported where it stands.
  return (value) =>
    find(value, searchFor(value, shows), (part) =>
      isKnown(part) === true && !isWithin(part, value) ? true : undefined,
    );
}

/** What is known of a value: whether it shows a secret. */
type IsKnown = (value: ts.Node) => boolean | undefined;

/** How many values are asked for, one because of the other. */
const MAX_NESTED = 100;

/** Remembers which values show a secret. One that leads back to itself, as in `key = key.trim()`, shows what the others show that lead to it. */
function createShownTest(read: (value: ts.Expression) => boolean): {
  readonly shows: (value: ts.Expression) => boolean;
  readonly isKnown: IsKnown;
} {
  const known = new Map<ts.Node, boolean>();
  /** Values that are asked for, and whether their answer was assumed. */
  const open = new Map<ts.Node, boolean>();
  /** The values that show a secret, in the order in which that was found. */
  const shown: ts.Node[] = [];
  const shows = (value: ts.Expression): boolean => {
    const before = known.get(value);
    if (before !== undefined) return before;
    if (open.has(value)) {
      open.set(value, true);
      return true;
    }
    if (open.size >= MAX_NESTED) return false;
    open.set(value, false);
    const start = shown.length;
    const isShown = read(value);
    // What was found with a wrong assumption is asked for again.
    if (!isShown && open.get(value) === true) {
      for (const one of shown.splice(start)) known.delete(one);
    }
    open.delete(value);
    known.set(value, isShown);
    if (isShown) shown.push(value);
    return isShown;
  };
  return { shows, isKnown: (value) => known.get(value) };
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
