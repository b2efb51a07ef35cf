import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import type { Analysis } from './analysis.js';
import { calleeText } from './protocols.js';
import { textualName } from './textual-name.js';

/** Platform functions and methods that return a completely new object, including its contents. */
const DEEP: ReadonlySet<string> = new Set(
  'split keys match matchAll parse fromEntries structuredClone create alloc allocUnsafe randomBytes encode digest json text arrayBuffer'.split(
    ' ',
  ),
);
/** Functions and methods that return a new list or object with the original contents. */
const SHALLOW: ReadonlySet<string> = new Set(
  (
    'filter slice concat flat values entries of toSorted toReversed toSpliced with groupBy all allSettled getOwnPropertyNames ' +
    'getOwnPropertyDescriptors Array Set Map'
  ).split(' '),
);
/** Functions of packages that return a completely new object. */
const CLONING: ReadonlySet<string> = new Set(['cloneDeep', 'parseAsync', 'safeParse', 'load']);
/** Methods that return a new list with the results of a callback. */
const MAPPED: ReadonlySet<string> = new Set(['map', 'flatMap', 'from', 'fromAsync']);
/** Methods that change a list and return it. */
const SAME: ReadonlySet<string> = new Set(['sort', 'reverse', 'fill', 'copyWithin', 'set', 'add']);

/**
 * Whether an expression creates the object that it evaluates to.
 * @param depth The depth to which parts must be new: 0 for just the object itself.
 */
export function isFresh(node: ts.Expression, depth: number, analysis: Analysis): boolean {
  const { ts } = analysis.compiler;
  const outer = unwrap(node, ts);
  const value = ts.isAwaitExpression(outer) ? unwrap(outer.expression, ts) : outer;
  if (ts.isCallExpression(value)) return isMadeByCall(value, depth, analysis);
  if (ts.isConditionalExpression(value))
    return isFresh(value.whenTrue, depth, analysis) && isFresh(value.whenFalse, depth, analysis);
  if (ts.isArrayLiteralExpression(value)) return depth === 0 || !value.elements.some(ts.isSpreadElement);
  if (ts.isObjectLiteralExpression(value))
    return depth === 0 || !value.properties.some(ts.isSpreadAssignment);
  return ts.isNewExpression(value) || ts.isRegularExpressionLiteral(value) || ts.isLiteralExpression(value);
}

function isMadeByCall(call: ts.CallExpression, depth: number, analysis: Analysis): boolean {
  const {
    compiler: { ts },
    symbolOf,
  } = analysis;
  const { expression: callee, arguments: args } = call;
  const isMethod = ts.isPropertyAccessExpression(callee);
  if (!isMethod && !ts.isIdentifier(callee)) return false;
  const name = isMethod ? callee.name.text : callee.text;
  const declarations = symbolOf(callee)?.declarations ?? [];
  // Functions of the program may return stored objects, and those of packages are less certain than the platform's.
  if (declarations.some((one) => analysis.isOwn(one.getSourceFile()))) return false;
  const isPlatform = declarations.every((one) => isPlatformFile(one.getSourceFile().fileName));
  if (!isPlatform)
    return DEEP.has(name) || CLONING.has(name) || textualName(callee, analysis.compiler)?.module === 'moment';
  const [first] = args;
  if (calleeText(callee, ts) === 'Object.assign')
    return first !== undefined && isFresh(first, depth, analysis);
  if (isMethod && SAME.has(name)) return isFresh(callee.expression, depth, analysis);
  if (isMethod && MAPPED.has(name))
    return depth === 0 || args.some((made) => makesFresh(made, depth - 1, analysis));
  const isKnown = isMethod || GLOBAL_MAKERS.has(name);
  return isKnown && (DEEP.has(name) || (depth === 0 && SHALLOW.has(name)));
}

const GLOBAL_MAKERS: ReadonlySet<string> = new Set(['structuredClone', 'Array']);

/** Whether a function creates its result: `(line) => ({ text: line })`. */
function makesFresh(made: ts.Expression, depth: number, analysis: Analysis): boolean {
  const { ts } = analysis.compiler;
  return ts.isArrowFunction(made) && !ts.isBlock(made.body) && isFresh(made.body, depth, analysis);
}

/** Whether a parameter is an accumulator that starts as a new object: `found` in `list.reduce((found, one) => …, {})`. */
export function isAccumulator(
  declaration: ts.ParameterDeclaration,
  depth: number,
  analysis: Analysis,
): boolean {
  const { ts } = analysis.compiler;
  const owner = declaration.parent;
  const call = owner.parent;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  const [callback, initial] = call.arguments;
  return (
    /^reduce(?:Right)?$/.test(call.expression.name.text) &&
    callback === owner &&
    owner.parameters[0] === declaration &&
    initial !== undefined &&
    isFresh(initial, depth, analysis)
  );
}
