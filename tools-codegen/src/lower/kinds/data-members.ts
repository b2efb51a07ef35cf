import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';

/** The data properties of an object type, without the methods and private members of a class. */
export function dataMembers({ ts }: Compiler, type: ts.Type): readonly ts.Symbol[] {
  return type.getProperties().filter((property) => isData(ts, property));
}

function isData(ts_: typeof ts, property: ts.Symbol): boolean {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (isSymbolKeyed(property) && !isCallable(ts_, declaration)) return false;
  if (declaration === undefined || !isInClass(ts_, declaration)) return true;
  const { Private, Protected } = ts_.ModifierFlags;
  if ((ts_.getCombinedModifierFlags(declaration) & (Private | Protected)) !== 0) return false;
  if (ts_.isPropertyDeclaration(declaration)) return !isBehaviour(ts_, declaration);
  return ts_.isParameter(declaration);
}

/** Symbol keys never reach JSON. Brands have no value; methods must be reported. */
function isSymbolKeyed({ escapedName }: ts.Symbol): boolean {
  return String(escapedName).startsWith('__@');
}

function isCallable(ts_: typeof ts, declaration: ts.Declaration | undefined): boolean {
  return (
    declaration !== undefined && (ts_.isMethodSignature(declaration) || ts_.isMethodDeclaration(declaration))
  );
}

function isInClass(ts_: typeof ts, declaration: ts.Declaration): boolean {
  const owner = ts_.isParameter(declaration) ? declaration.parent.parent : declaration.parent;
  return owner !== undefined && ts_.isClassLike(owner);
}

/** A private name, an `accessor`, or a field that holds a function: a method in another form. */
function isBehaviour(ts_: typeof ts, { name, initializer, modifiers }: ts.PropertyDeclaration): boolean {
  return (
    ts_.isPrivateIdentifier(name) ||
    (modifiers ?? []).some(({ kind }) => kind === ts_.SyntaxKind.AccessorKeyword) ||
    (initializer !== undefined && (ts_.isArrowFunction(initializer) || ts_.isFunctionExpression(initializer)))
  );
}
