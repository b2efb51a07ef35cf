import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import type { Analysis } from './analysis.js';
import { valuesOf } from './held-data.js';
import { calleeText } from './protocols.js';
import { textualName } from './textual-name.js';

/** Methods that change objects of the language. */
const CHANGING: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append'.split(' '),
);
/**
 * Methods of dates, buffers and controllers. They must be declared by the platform, because other objects use these names for writing to
 * files or a console.
 */
const CHANGING_PLATFORM =
  /^(?:set(?:UTC)?(?:Date|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Time)|set(?:Big)?(?:Ui|I)nt\d+|setFloat\d+|write(?:Big|U?[Ii]nt|Float|Double)\w*|swap\d+|abort)$/;
const CHANGING_FIRST =
  /^(?:Object\.(?:assign|defineProperty|defineProperties|setPrototypeOf|freeze)|Reflect\.(?:set|defineProperty|deleteProperty|setPrototypeOf)|Atomics\.(?:add|and|exchange|compareExchange|or|store|sub|xor))$/;
/** Functions and methods of the platform that fill a buffer, with the index of the buffer argument. */
const FILLING: Readonly<Record<string, number>> = {
  getRandomValues: 0,
  randomFill: 0,
  randomFillSync: 0,
  copy: 0,
  encodeInto: 1,
  readSync: 1,
};
/** Functions of packages that change their first argument. */
const CHANGING_FIRST_OF_PACKAGE: ReadonlySet<string> = new Set(
  (
    'assign assignIn assignInWith assignWith extend extendWith merge mergeWith defaults defaultsDeep set setWith unset update updateWith ' +
    'pull pullAll pullAllBy pullAllWith pullAt remove populate'
  ).split(' '),
);
const PACKAGES: ReadonlySet<string> = new Set(['lodash', 'lodash-es', 'dotenv']);

export function changedByCall(call: ts.CallExpression, analysis: Analysis): ts.Expression | undefined {
  const { ts } = analysis.compiler;
  const { expression: callee, arguments: args } = call;
  if (CHANGING_FIRST.test(calleeText(callee, ts))) return args[0];
  if (!ts.isPropertyAccessExpression(callee) && !ts.isIdentifier(callee)) return undefined;
  const isMethod = ts.isPropertyAccessExpression(callee);
  const name = isMethod ? callee.name.text : callee.text;
  const index = Object.hasOwn(FILLING, name) ? FILLING[name] : undefined;
  if (index !== undefined && isOfPlatform(callee, analysis)) return args[index];
  if (CHANGING_FIRST_OF_PACKAGE.has(name) && isOfPackage(callee, analysis)) return args[0];
  if (!isMethod) return undefined;
  const { expression: object } = callee;
  if (CHANGING.has(name)) return object;
  // A call such as `Array.prototype.push.apply(list, items)`.
  if (/^(?:call|apply|bind)$/.test(name)) return isChanging(object, analysis) ? args[0] : undefined;
  if (CHANGING_PLATFORM.test(name)) return isOfPlatform(callee, analysis) ? object : undefined;
  if (name === 'write') return typeName(object, analysis) === 'Buffer' ? object : undefined;
  const isSearch = name === 'test' || name === 'exec';
  return isSearch && keepsPlace(object, analysis, MAX_NAMES) ? object : undefined;
}

/** Returns the buffer of which an expression creates another view: `bytes.buffer` in `new DataView(bytes.buffer)`. */
export function viewedBy(value: ts.Expression, analysis: Analysis): ts.Expression | undefined {
  const { ts } = analysis.compiler;
  if (!ts.isNewExpression(value) && !ts.isCallExpression(value)) return undefined;
  const [first] = value.arguments ?? [];
  const isMaker = ts.isNewExpression(value)
    ? ts.isIdentifier(value.expression) && /(?:Array|^DataView)$/.test(value.expression.text)
    : calleeText(value.expression, ts) === 'Buffer.from';
  if (!isMaker || first === undefined) return undefined;
  return typeNames(first, analysis).some((name) => /ArrayBuffer(?:Like)?$/.test(name)) ? first : undefined;
}

/**
 * Returns an object that yields each value only once, such as a generator, if the node consumes its values in a loop, a spread or a call to
 * `next`.
 */
export function consumedBy(node: ts.Node, analysis: Analysis): ts.Expression | undefined {
  const { ts } = analysis.compiler;
  const isStep =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:next|return|throw)$/.test(node.expression.name.text);
  const source = isStep && ts.isPropertyAccessExpression(node.expression) ? node.expression : node;
  const isWhole = ts.isYieldExpression(node) && node.asteriskToken !== undefined;
  if (!isStep && !isWhole && !ts.isForOfStatement(node) && !ts.isSpreadElement(node)) return undefined;
  if (!('expression' in source) || source.expression === undefined) return undefined;
  const value = unwrap(source.expression as ts.Expression, ts); // each of these nodes has an expression
  const isName = ts.isIdentifier(value) || ts.isPropertyAccessExpression(value);
  return isName && /(?:Generator|IteratorObject|^Iterator)$/.test(typeName(value, analysis))
    ? value
    : undefined;
}

/** Maximum number of names to follow. */
const MAX_NAMES = 8;

/** Whether an expression may be a regular expression with the flag `g` or `y`, which stores the position where its last search ended. */
function keepsPlace(value: ts.Expression, analysis: Analysis, names: number): boolean {
  const { compiler, isOwn, symbolOf } = analysis;
  const { ts } = compiler;
  const inner = unwrap(value, ts);
  if (ts.isRegularExpressionLiteral(inner)) return /\/[a-z]*[gy][a-z]*$/.test(inner.text);
  if (ts.isNewExpression(inner) || ts.isCallExpression(inner)) {
    if (!ts.isIdentifier(inner.expression) || inner.expression.text !== 'RegExp') return false;
    const flags = inner.arguments?.[1];
    return flags !== undefined && (!ts.isStringLiteralLike(flags) || /[gy]/.test(flags.text));
  }
  if (names === 0 || !(ts.isIdentifier(inner) || ts.isPropertyAccessExpression(inner))) return false;
  const declaration = symbolOf(inner)?.valueDeclaration;
  if (declaration === undefined || !isOwn(declaration.getSourceFile())) return false;
  return valuesOf(declaration, analysis).some((one) => keepsPlace(one, analysis, names - 1));
}

/** Whether a function is a platform method that changes its object, even under another name: `const add = list.push`. */
function isChanging(method: ts.Expression, { compiler: { checker } }: Analysis): boolean {
  const symbol = checker.getTypeAtLocation(method).getSymbol();
  const isKnown = symbol?.declarations?.every((one) => isPlatformFile(one.getSourceFile().fileName)) ?? false;
  return isKnown && (CHANGING.has(symbol?.name ?? '') || CHANGING_PLATFORM.test(symbol?.name ?? ''));
}

function isOfPlatform(callee: ts.Expression, { symbolOf }: Analysis): boolean {
  const { declarations = [] } = symbolOf(callee) ?? {};
  return declarations.length > 0 && declarations.every((one) => isPlatformFile(one.getSourceFile().fileName));
}

function isOfPackage(callee: ts.Expression, { compiler }: Analysis): boolean {
  const module = textualName(callee, compiler)?.module;
  return module !== undefined && PACKAGES.has(module.split('/')[0] ?? '') && !module.startsWith('lodash/fp');
}

function typeName(value: ts.Expression, { compiler: { checker } }: Analysis): string {
  return checker.getTypeAtLocation(value).getSymbol()?.name ?? '';
}

function typeNames(value: ts.Expression, { compiler: { checker } }: Analysis): readonly string[] {
  const type = checker.getTypeAtLocation(value);
  return (type.isUnion() ? type.types : [type]).map((part) => part.getSymbol()?.name ?? '');
}
