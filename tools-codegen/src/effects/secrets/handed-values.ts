import type { ts } from 'ts-morph';
import { wrapped } from '../../compiler/unwrap.js';
import { addTo } from '../sources/source-index.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from '../walk/analysis.js';
import { isWithin } from '../walk/positions.js';

/** Methods that hand what their object holds to a function, by the index of its parameter. */
const HANDING: ReadonlyMap<string, number> = new Map([
  ...['map', 'flatMap', 'forEach', 'filter', 'find', 'findLast', 'some', 'every', 'then'].map(
    (name) => [name, 0] as const,
  ),
  ...['reduce', 'reduceRight'].map((name) => [name, 1] as const),
]);
/** Those of them whose result is what the function returns. */
const RETURNING: ReadonlySet<string> = new Set(['map', 'flatMap', 'then', 'reduce', 'reduceRight']);
/** Methods that give all that their object holds, or some of it. */
const GIVING =
  /^(?:filter|slice|concat|reverse|toReversed|sort|toSorted|flat|values|entries|join|find|findLast|at|pop|shift)$/;

/** Where values in a function come from, and what becomes of them. */
export interface HandedValues {
  /**
   * What the program hands to a parameter. Where it is not shown in the same function, only if each call hands over a secret.
   * @param shows Whether a value shows a secret.
   */
  givenTo(
    parameter: ts.ParameterDeclaration,
    sink: ts.Node | undefined,
    shows: Shows,
  ): readonly ts.Expression[];
  /** What a method of a list, a map or a promise gives of what that holds; undefined for other calls. */
  resultOf(call: ts.CallExpression): readonly ts.Expression[] | undefined;
}

type Shows = (value: ts.Expression) => boolean;

/** The calls of a parameter of a function of the program, to which a function is handed: `run` in `withKey((key) => …)`. */
export type CallsOfParameter = (
  call: ts.CallExpression | ts.NewExpression,
  handed: ts.Node,
) => readonly ts.CallExpression[];

export function createCallsOfParameter({
  compiler: { ts },
  symbolOf,
}: Pick<Analysis, 'compiler' | 'symbolOf'>): CallsOfParameter {
  /** The calls in the body of a function, by the parameter that is called. */
  const known = new Map<ts.Node, Map<ts.Node, ts.CallExpression[]>>();
  const callsIn = (body: ts.Node): Map<ts.Node, ts.CallExpression[]> => {
    const before = known.get(body);
    if (before !== undefined) return before;
    const calls = new Map<ts.Node, ts.CallExpression[]>();
    walkNodes(ts, [body], (node) => {
      const called = ts.isCallExpression(node) ? symbolOf(node.expression)?.valueDeclaration : undefined;
      if (called !== undefined && ts.isParameter(called) && ts.isCallExpression(node))
        addTo(calls, called, node);
      return true;
    });
    known.set(body, calls);
    return calls;
  };
  return (call, handed) => {
    const owner = functionAt(symbolOf(call.expression)?.valueDeclaration, ts);
    const args: readonly ts.Node[] = call.arguments ?? [];
    const parameter = owner?.parameters[args.indexOf(handed)];
    const body = owner !== undefined && 'body' in owner ? owner.body : undefined;
    return body === undefined || parameter === undefined ? [] : (callsIn(body).get(parameter) ?? []);
  };
}

export function createHandedValues(analysis: Analysis, callsWithin: CallsOfParameter): HandedValues {
  const { compiler, symbolOf, implementations, isOwn, isTool } = analysis;
  const { ts } = compiler;

  const isOwnCode = (callee: ts.Expression): boolean =>
    symbolOf(callee)?.declarations?.some((one) => isOwn(one.getSourceFile())) ?? false;

  /** The arguments at the index of a parameter. */
  const argumentsAt = (
    calls: readonly { readonly arguments?: readonly ts.Expression[] | undefined }[],
    { dotDotDotToken }: ts.ParameterDeclaration,
    index: number,
  ): readonly (readonly ts.Expression[])[] =>
    calls.map(({ arguments: args = [] }) =>
      args.slice(index, dotDotDotToken === undefined ? index + 1 : undefined),
    );

  /** What a function gets that stands in the arguments of a call. */
  const givenInPlace = (parameter: ts.ParameterDeclaration): readonly ts.Expression[] | undefined => {
    const owner = parameter.parent;
    if (!ts.isArrowFunction(owner) && !ts.isFunctionExpression(owner)) return undefined;
    const outer = wrapped(owner, ts);
    const call = outer.parent;
    if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return undefined;
    const index = owner.parameters.indexOf(parameter);
    const callee = call.expression;
    if (ts.isPropertyAccessExpression(callee) && !isOwnCode(callee))
      return HANDING.get(callee.name.text) === index ? [callee.expression] : [];
    return argumentsAt(callsWithin(call, outer), parameter, index).flat();
  };

  return {
    givenTo: (parameter, sink, shows) => {
      const owner = parameter.parent;
      const inPlace = givenInPlace(parameter);
      if (inPlace !== undefined) return inPlace;
      // A model calls it.
      if (isTool(owner)) return [];
      const calls = ts.isConstructorDeclaration(owner)
        ? implementations.constructionsOf(owner.parent)
        : implementations.callsOf(owner);
      const given = argumentsAt(calls, parameter, owner.parameters.indexOf(parameter));
      // The code that shows the value runs for each call, unless an object keeps it: one of many.
      const isShownHere = sink !== undefined && isWithin(sink, owner);
      return isShownHere || given.every((values) => values.some(shows)) ? given.flat() : [];
    },
    resultOf: (call) => {
      const callee = call.expression;
      if (!ts.isPropertyAccessExpression(callee) || isOwnCode(callee)) return undefined;
      const { text: name } = callee.name;
      if (RETURNING.has(name)) {
        const [made, ...initial] = call.arguments;
        const owner = made && functionOf(made, symbolOf, ts);
        // A function that is not written there may give anything of it: only `reveal` is known.
        return [...(owner === undefined ? [] : resultsOf(owner, ts)), ...initial];
      }
      return GIVING.test(name) ? [callee.expression, ...call.arguments] : undefined;
    },
  };
}

/** The function that an expression is, or names. */
function functionOf(
  value: ts.Expression,
  symbolOf: Analysis['symbolOf'],
  ts_: typeof ts,
): ts.SignatureDeclaration | undefined {
  if (ts_.isArrowFunction(value) || ts_.isFunctionExpression(value)) return value;
  return functionAt(symbolOf(value)?.valueDeclaration, ts_);
}

/** The function that a declaration declares. */
export function functionAt(
  declared: ts.Declaration | undefined,
  ts_: typeof ts,
): ts.SignatureDeclaration | undefined {
  if (declared === undefined) return undefined;
  if (ts_.isFunctionDeclaration(declared) || ts_.isMethodDeclaration(declared)) return declared;
  const made = ts_.isVariableDeclaration(declared) ? declared.initializer : undefined;
  return made !== undefined && (ts_.isArrowFunction(made) || ts_.isFunctionExpression(made))
    ? made
    : undefined;
}

/** What a function returns. */
export function resultsOf(unit: ts.Node, ts_: typeof ts): ts.Expression[] {
  if (!ts_.isFunctionLike(unit) || !('body' in unit) || unit.body === undefined) return [];
  if (!ts_.isBlock(unit.body)) return [unit.body as ts.Expression]; // the body of an arrow function
  const results: ts.Expression[] = [];
  walkNodes(ts_, [unit.body], (node) => {
    if (ts_.isReturnStatement(node) && node.expression !== undefined) results.push(node.expression);
    return !ts_.isFunctionLike(node) && !ts_.isClassLike(node);
  });
  return results;
}
