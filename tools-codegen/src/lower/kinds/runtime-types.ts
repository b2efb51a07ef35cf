import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import type { CodecNode } from '../../ir.js';
import { isInstance, isReference } from './type-kinds.js';

/** What is special about a type that the standard library or Node declares. */
export type RuntimeKind =
  | { readonly kind: 'codec'; readonly codec: CodecNode['codec'] }
  /** `String`, `Number` …; `plain` is what was meant. */
  | { readonly kind: 'wrapper'; readonly plain: string }
  | { readonly kind: 'function' }
  /** Lives by its methods or hidden state, such as `Promise`. */
  | { readonly kind: 'opaque' };

const codecs: ReadonlyMap<string, CodecNode['codec']> = new Map([
  ['Date', 'date'],
  ['URL', 'url'],
  ['Map', 'map'],
  ['ReadonlyMap', 'map'],
  ['Set', 'set'],
  ['ReadonlySet', 'set'],
  ['Uint8Array', 'bytes'],
  ['Buffer', 'bytes'],
  ['RegExp', 'regexp'],
]);

const wrappers: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['Boolean', 'boolean'],
  ['BigInt', 'bigint'],
  ['Symbol', 'symbol'],
  ['Object', 'object'],
]);

const functions: ReadonlySet<string> = new Set(['Function', 'CallableFunction', 'NewableFunction']);

/** Undefined for types that are what their members are. */
export function runtimeKind(compiler: Compiler, type: ts.Type): RuntimeKind | undefined {
  if (!isInstance(compiler.ts, type)) return undefined;
  const { symbol } = type;
  if (!isPlatform(compiler, symbol)) return hasRuntimeBase(compiler, type) ? { kind: 'opaque' } : undefined;
  const codec = codecs.get(symbol.name);
  if (codec !== undefined) return { kind: 'codec', codec };
  if (functions.has(symbol.name)) return { kind: 'function' };
  const plain = wrappers.get(symbol.name);
  if (plain !== undefined) return { kind: 'wrapper', plain };
  return isClassLike(compiler.ts, type) ? { kind: 'opaque' } : undefined;
}

/** An interface with a variable of its name is how the library writes a class; one with methods is used like one. */
function isClassLike(ts_: typeof ts, type: ts.Type): boolean {
  const { Value, Method } = ts_.SymbolFlags;
  return (
    (type.symbol.flags & Value) !== 0 || type.getProperties().some(({ flags }) => (flags & Method) !== 0)
  );
}

/** The standard library, or Node's types, which declare some of the same names anew. */
function isPlatform({ program }: Compiler, { declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => {
    const file = declaration.getSourceFile();
    return program.isSourceFileDefaultLibrary(file) || file.fileName.includes('/node_modules/@types/node/');
  });
}

function hasRuntimeBase(compiler: Compiler, type: ts.Type): boolean {
  const target = isReference(compiler.ts, type) ? type.target : type;
  if (!target.isClassOrInterface()) return false;
  return compiler.checker.getBaseTypes(target).some((base) => isRuntimeBase(compiler, base));
}

function isRuntimeBase(compiler: Compiler, base: ts.Type): boolean {
  return compiler.checker.isArrayType(base) || runtimeKind(compiler, base) !== undefined;
}
