import { type BuiltInName, builtInNames, builtIns } from '@toolwright/schema';
import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { isInstance, isReference } from './type-kinds.js';

/** Special types that the standard library or Node declares. */
export type RuntimeKind =
  | { readonly kind: 'codec'; readonly codec: BuiltInName }
  /** `String`, `Number` …; `plain` is the intended type. */
  | { readonly kind: 'wrapper'; readonly plain: string }
  | { readonly kind: 'function' }
  /** Consists of methods or hidden state, such as `Promise`. */
  | { readonly kind: 'opaque' };

const codecs: ReadonlyMap<string, BuiltInName> = new Map(
  builtInNames.flatMap((name) => builtIns[name].typeNames.map((typeName) => [typeName, name])),
);

/** The last words of names such as `Temporal.PlainDate`. */
const inNamespaces: ReadonlySet<string> = new Set(
  [...codecs.keys()].flatMap((typeName) => /\.(\w+)$/.exec(typeName)?.[1] ?? []),
);

const wrappers: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['Boolean', 'boolean'],
  ['BigInt', 'bigint'],
  ['Symbol', 'symbol'],
  ['Object', 'object'],
]);

const functions: ReadonlySet<string> = new Set(['Function', 'CallableFunction', 'NewableFunction']);

/** Undefined for plain data. */
export function runtimeKind(compiler: Compiler, type: ts.Type): RuntimeKind | undefined {
  if (!isInstance(compiler.ts, type)) return undefined;
  const { symbol } = type;
  if (!isPlatform(compiler, symbol)) return hasRuntimeBase(compiler, type) ? { kind: 'opaque' } : undefined;
  const plain = wrappers.get(symbol.name);
  if (plain !== undefined) return { kind: 'wrapper', plain };
  const codec = builtInName(compiler, symbol);
  if (codec !== undefined) return { kind: 'codec', codec };
  if (functions.has(symbol.name)) return { kind: 'function' };
  return isClassLike(compiler.ts, type) ? { kind: 'opaque' } : undefined;
}

/** The checker is asked for the namespace only where it matters: printing a name takes long. */
function builtInName({ checker }: Compiler, symbol: ts.Symbol): BuiltInName | undefined {
  return codecs.get(inNamespaces.has(symbol.name) ? checker.getFullyQualifiedName(symbol) : symbol.name);
}

/** The library declares a class as an interface and a variable of the same name. Interfaces with methods count as well. */
function isClassLike(ts_: typeof ts, type: ts.Type): boolean {
  const { Value, Method } = ts_.SymbolFlags;
  return (
    (type.symbol.flags & Value) !== 0 || type.getProperties().some(({ flags }) => (flags & Method) !== 0)
  );
}

/** The standard library, or Node's types, which declare some of the same names anew. */
export function isPlatform({ program }: Compiler, { declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => {
    const file = declaration.getSourceFile();
    return program.isSourceFileDefaultLibrary(file) || file.fileName.includes('/node_modules/@types/node/');
  });
}

function hasRuntimeBase(compiler: Compiler, type: ts.Type): boolean {
  const target = isReference(compiler.ts, type) ? type.target : type;
  if (!target.isClassOrInterface()) return false;
  return compiler.checker
    .getBaseTypes(target)
    .some((base) => !compiler.checker.isArrayType(base) && runtimeKind(compiler, base) !== undefined);
}
