import { type BuiltInName, builtInNames, builtIns } from '@toolwright/json-schema';
import { type Compiler, isFunction, isInstance, isMapped, isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isCallable } from './data-members.js';

/** Special types of the standard library or of Node's declarations. */
export type RuntimeKind =
  | { readonly kind: 'codec'; readonly codec: BuiltInName }
  /** `String`, `Number` and so on; `plain` is the intended type. */
  | { readonly kind: 'wrapper'; readonly plain: string }
  | { readonly kind: 'function' }
  /** A type that consists of methods or hidden state, such as `Promise`. */
  | { readonly kind: 'opaque'; readonly name: string };

const codecs: ReadonlyMap<string, BuiltInName> = new Map(
  builtInNames.flatMap((name) => builtIns[name].typeNames.map((typeName) => [typeName, name])),
);

/** The last segments of names such as `Temporal.PlainDate`. */
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

/** Returns undefined for plain data. */
export function runtimeKind(compiler: Compiler, type: ts.Type): RuntimeKind | undefined {
  if (isMapped(compiler.ts, type)) return mappedKind(compiler, type);
  if (!isInstance(compiler.ts, type)) return undefined;
  const { symbol } = type;
  if (!isPlatform(compiler, symbol)) return subclassKind(compiler, type);
  const plain = wrappers.get(symbol.name);
  if (plain !== undefined) return { kind: 'wrapper', plain };
  const codec = builtInName(compiler, symbol);
  if (codec !== undefined) return { kind: 'codec', codec };
  if (functions.has(symbol.name)) return { kind: 'function' };
  return isClassLike(compiler.ts, type) ? { kind: 'opaque', name: symbol.name } : undefined;
}

/** Asks the checker for the namespace only if necessary, because printing a name is slow. */
function builtInName({ checker }: Compiler, symbol: ts.Symbol): BuiltInName | undefined {
  return codecs.get(inNamespaces.has(symbol.name) ? checker.getFullyQualifiedName(symbol) : symbol.name);
}

/**
 * Whether a type is a class. The library declares a class as an interface and a variable of the same name. Interfaces with methods are also
 * treated as classes.
 */
function isClassLike(ts_: typeof ts, type: ts.Type): boolean {
  const { Value, Method } = ts_.SymbolFlags;
  return (
    (type.symbol.flags & Value) !== 0 || type.getProperties().some(({ flags }) => (flags & Method) !== 0)
  );
}

/** Whether a symbol belongs to the standard library, or to Node's types, which redeclare some of its names. */
export function isPlatform({ program }: Compiler, { declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => {
    const file = declaration.getSourceFile();
    return program.isSourceFileDefaultLibrary(file) || file.fileName.includes('/node_modules/@types/node/');
  });
}

/** Treats a class or interface that adds nothing to a built-in object, such as `class NativeDate extends Date {}`, like that object. */
function subclassKind(compiler: Compiler, type: ts.Type): RuntimeKind | undefined {
  const { checker } = compiler;
  const target = isReference(compiler.ts, type) ? type.target : type;
  if (!target.isClassOrInterface()) return undefined;
  for (const base of checker.getBaseTypes(target)) {
    const kind = checker.isArrayType(base) ? undefined : runtimeKind(compiler, base);
    if (kind === undefined) continue;
    const addsNothing = type.getProperties().every((member) => isPlatform(compiler, member));
    return isPlainCodec(kind) && addsNothing ? kind : { kind: 'opaque', name: type.symbol.name };
  }
  return undefined;
}

/**
 * Recognises a mapped type over a built-in object, such as `DeepPartial<Date>`. The compiler maps the object's methods like data, but the
 * intended value is the object. Types that keep the methods, such as `Partial<URL>`, are read as usual.
 */
function mappedKind(compiler: Compiler, type: ts.Type): RuntimeKind | undefined {
  const { ts, checker } = compiler;
  const members = type.getProperties();
  const declaration = members[0]?.declarations?.[0]?.parent;
  if (declaration === undefined || !ts.isInterfaceDeclaration(declaration)) return undefined;
  const owner = checker.getSymbolAtLocation(declaration.name);
  if (owner === undefined || !isPlatform(compiler, owner)) return undefined;
  const object = checker.getDeclaredTypeOfSymbol(owner);
  const kind = runtimeKind(compiler, object);
  if (kind === undefined || object.getProperties().length !== members.length) return undefined;
  const method = members.find(({ declarations }) => isCallable(ts, declarations?.[0]));
  const keepsMethods =
    method === undefined || isFunction(checker.getNonNullableType(checker.getTypeOfSymbol(method)));
  if (keepsMethods && !checker.isTypeAssignableTo(type, object)) return undefined;
  return isPlainCodec(kind) ? kind : { kind: 'opaque', name: owner.name };
}

/** Whether a type is a built-in object that contains no other values. */
function isPlainCodec(kind: RuntimeKind): boolean {
  return kind.kind === 'codec' && builtIns[kind.codec].parts === undefined;
}
