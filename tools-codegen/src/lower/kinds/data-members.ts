import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { isFunction } from './type-kinds.js';

/** The properties of an object type. */
export interface Members {
  readonly data: readonly ts.Symbol[];
  /** The methods, accessors and private members of a class, which no JSON carries. */
  readonly others: readonly ts.Symbol[];
}

export function membersOf(compiler: Compiler, type: ts.Type): Members {
  const data: ts.Symbol[] = [];
  const others: ts.Symbol[] = [];
  for (const property of type.getProperties()) (isData(compiler, property) ? data : others).push(property);
  return { data, others };
}

function isData({ ts: ts_, checker }: Compiler, property: ts.Symbol): boolean {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (isSymbolKeyed(property)) {
    // A mapped type may turn a method into something else.
    const type = isCallable(ts_, declaration) ? checker.getTypeOfSymbol(property) : undefined;
    if (type === undefined || !isFunction(checker.getNonNullableType(type))) return false;
  }
  if (declaration === undefined || !isInClass(ts_, declaration)) return true;
  const { Private, Protected } = ts_.ModifierFlags;
  if ((ts_.getCombinedModifierFlags(declaration) & (Private | Protected)) !== 0) return false;
  if (ts_.isPropertyDeclaration(declaration)) return !isBehaviour(ts_, declaration);
  return ts_.isParameter(declaration);
}

/** Symbol keys never reach JSON. Brands have no value; methods must be reported. */
export function isSymbolKeyed({ escapedName }: ts.Symbol): boolean {
  return String(escapedName).startsWith('__@');
}

export function isCallable(ts_: typeof ts, declaration: ts.Declaration | undefined): boolean {
  return (
    declaration !== undefined && (ts_.isMethodSignature(declaration) || ts_.isMethodDeclaration(declaration))
  );
}

function isInClass(ts_: typeof ts, declaration: ts.Declaration): boolean {
  const owner = ts_.isParameter(declaration) ? declaration.parent.parent : declaration.parent;
  return owner !== undefined && ts_.isClassLike(owner);
}

/** A private name, an `accessor`, or a field that holds a function: a method in another form. */
function isBehaviour(ts_: typeof ts, declaration: ts.PropertyDeclaration): boolean {
  const { name, modifiers = [] } = declaration;
  return (
    ts_.isPrivateIdentifier(name) ||
    modifiers.some(({ kind }) => kind === ts_.SyntaxKind.AccessorKeyword) ||
    holdsFunction(ts_, declaration)
  );
}

export function holdsFunction(ts_: typeof ts, { initializer }: ts.PropertyDeclaration): boolean {
  return (
    initializer !== undefined && (ts_.isArrowFunction(initializer) || ts_.isFunctionExpression(initializer))
  );
}
