import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Effect } from '../effect.js';
import { GLOBAL_MODULE } from '../packages/package-effects.js';
import type { Analysis } from './analysis.js';
import type { Reference } from './declarations.js';
import type { ExternalName } from './externals.js';
import { scopeOf } from './positions.js';
import { textualName } from './textual-name.js';

/** Members that hand on what they get. */
const WRITES =
  /^(?:write|end|uncork|destroy|close|abort|enqueue|push|unshift|pipe|pipeTo|pipeThrough|pipeline)$/;
const GLOBAL_STREAMS =
  /^(?:NodeJS\.|WritableStream|ReadableStream\.pipe|TransformStream|Readable\w*Controller)/;
/** Effects of the classes of streams, by the module that declares them. */
const DESTINATIONS: Readonly<Record<string, Effect>> = {
  fs: 'fs.write',
  ...{ http: 'net', https: 'net', http2: 'net', net: 'net', tls: 'net' },
};

/**
 * Finds where a write to a stream or a `Console` leads. It may have been opened before the call, so that nothing else shows the effect.
 * @returns undefined for other members, and for the output of the process.
 */
export function findWrite(
  declared: ExternalName,
  node: Reference['node'],
  receiver: () => ts.Type | undefined,
  analysis: Analysis,
): Effect | undefined {
  const { module, keys } = declared;
  const [key = ''] = keys;
  const member = key.split('.').at(-1) ?? '';
  const isGlobal = module === GLOBAL_MODULE;
  const target = targetOf(node, member, analysis);
  if ((isGlobal || module === 'console') && key.startsWith('console.'))
    return member === 'Console' || isOutput(target, analysis) ? undefined : 'unknown';
  const isStream = isGlobal ? GLOBAL_STREAMS.test(key) : /^stream(?:\/|$)/.test(module);
  if (!isStream || !WRITES.test(member) || target === 'nothing') return undefined;
  if (isOutput(target, analysis) || isJustMade(target, node, member, analysis)) return undefined;
  const isOfReceiver = !member.startsWith('pipe');
  return effectOf(target, isOfReceiver ? receiver() : undefined, analysis) ?? 'unknown';
}

type Target = ts.Expression | 'nothing' | undefined;

/** Returns the stream that gets the data: the object of the member, or an argument of `pipe` and `pipeline`. */
function targetOf(node: ts.Node, member: string, { compiler: { ts } }: Analysis): Target {
  const call = ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent : undefined;
  if (member === 'pipeline') {
    const streams = call?.arguments.filter(
      (one) => !ts.isFunctionLike(one) && !ts.isObjectLiteralExpression(one),
    );
    return streams?.length === 1 ? 'nothing' : streams?.at(-1);
  }
  if (member.startsWith('pipe')) return call?.arguments[0];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return node.expression;
  const holder = ts.isBindingElement(node) ? node.parent.parent : undefined;
  return holder !== undefined && ts.isVariableDeclaration(holder) ? holder.initializer : undefined;
}

/** Whether a value is the console or a standard stream of the process. */
function isOutput(target: Target, analysis: Analysis, names = 8): boolean {
  if (target === undefined || target === 'nothing') return false;
  const { compiler, symbolOf } = analysis;
  const { ts } = compiler;
  const value = unwrap(target, ts);
  const { module, keys = [] } = textualName(value, compiler) ?? {};
  const [key = 'default'] = keys;
  if (module === 'process' && /^std(?:out|err)$/.test(key)) return true;
  if (
    key === 'console'
      ? module === GLOBAL_MODULE || module === 'console'
      : module === 'console' && key === 'default'
  )
    return true;
  const initializer = initializerOf(symbolOf(value)?.valueDeclaration, ts);
  return initializer !== undefined && names > 0 && isOutput(initializer, analysis, names - 1);
}

/** Whether this function has just made a stream. What a stream does is read where it is made. */
function isJustMade(target: Target, at: ts.Node, member: string, { compiler, symbolOf }: Analysis): boolean {
  if (target === undefined || target === 'nothing') return false;
  const { ts } = compiler;
  let value = unwrap(target, ts);
  // A stream that fills itself, such as a `Transform`.
  if (value.kind === ts.SyntaxKind.ThisKeyword) return /^(?:push|unshift)$/.test(member);
  const declaration = symbolOf(value)?.valueDeclaration;
  const initializer = initializerOf(declaration, ts);
  if (declaration !== undefined && initializer !== undefined && scopeOf(declaration, ts) === scopeOf(at, ts))
    value = unwrap(initializer, ts);
  // `new ReadableStream({ start: (controller) => controller.enqueue(text) })`
  if (declaration !== undefined && ts.isParameter(declaration)) {
    const literal = ts.findAncestor(declaration, ts.isObjectLiteralExpression);
    return literal !== undefined && ts.isNewExpression(literal.parent);
  }
  if (ts.isNewExpression(value)) return true;
  return ts.isCallExpression(value) && textualName(value.expression, compiler)?.module === 'zlib';
}

/** Returns what a constant is. */
function initializerOf(declaration: ts.Declaration | undefined, ts_: typeof ts): ts.Expression | undefined {
  const isConstant =
    declaration !== undefined &&
    ts_.isVariableDeclaration(declaration) &&
    (ts_.getCombinedNodeFlags(declaration) & ts_.NodeFlags.Const) !== 0;
  return isConstant ? declaration.initializer : undefined;
}

function effectOf(target: Target, type: ts.Type | undefined, analysis: Analysis): Effect | undefined {
  const { compiler, declaredNames, symbolOf } = analysis;
  const { ts, checker } = compiler;
  const value = target === undefined || target === 'nothing' ? undefined : unwrap(target, ts);
  const member = value && symbolOf(value)?.valueDeclaration;
  // For example `stdin` of a child process.
  if (
    member !== undefined &&
    !ts.isParameter(member) &&
    declaredNames.nameOf(member).module === 'child_process'
  )
    return 'process';
  let one = type ?? (value && checker.getTypeAtLocation(value));
  one &&= checker.getNonNullableType(one);
  for (let depth = 0; one !== undefined && depth < 8; depth += 1) {
    const [owner]: readonly ts.Declaration[] = one.getSymbol()?.declarations ?? [];
    const effect = owner && DESTINATIONS[declaredNames.nameOf(owner).module];
    if (effect !== undefined) return effect;
    one = one.isClassOrInterface() || one.isClass() ? checker.getBaseTypes(one)[0] : undefined;
  }
  return undefined;
}
