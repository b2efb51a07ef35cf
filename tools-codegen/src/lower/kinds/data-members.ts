import { type Compiler, findMappedOwner, findMappedSource, isFunction } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** The properties of an object type. */
export interface Members {
  readonly data: readonly ts.Symbol[];
  /** The methods, accessors and private members of a class, which JSON does not contain. */
  readonly others: readonly ts.Symbol[];
}

export function membersOf(compiler: Compiler, type: ts.Type): Members {
  const data: ts.Symbol[] = [];
  const others: ts.Symbol[] = [];
  for (const property of type.getProperties()) (isData(compiler, property) ? data : others).push(property);
  return { data, others };
}

function isData({ ts: ts_, checker }: Compiler, property: ts.Symbol): boolean {
  const declaration = declarationOf(property);
  if (isSymbolKeyed(property)) {
    // A mapped type may turn a method into something else.
    const type = isCallable(ts_, declaration) ? checker.getTypeOfSymbol(property) : undefined;
    if (type === undefined || !isFunction(checker.getNonNullableType(type))) return false;
  }
  if (declaration === undefined || !isInClass(ts_, declaration)) return true;
  if (!isPublic(ts_, declaration)) return false;
  if (isAccessor(ts_, declaration)) return isSelected(ts_, property);
  if (ts_.isPropertyDeclaration(declaration)) return !holdsFunction(ts_, declaration);
  return ts_.isParameter(declaration);
}

/** Whether the key is a symbol, which never appears in JSON. Brands have no value; methods must be reported. */
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

/** Whether an accessor provides the property: instances have its value, but not as an own property, which JSON would contain. */
export function isFromAccessor(ts_: typeof ts, property: ts.Symbol): boolean {
  const declaration = declarationOf(property);
  return declaration !== undefined && isAccessor(ts_, declaration);
}

/** Uses the first declaration for properties of mapped types, which have no value declaration. */
function declarationOf({ valueDeclaration, declarations }: ts.Symbol): ts.Declaration | undefined {
  return valueDeclaration ?? declarations?.[0];
}

/** Whether a declaration is a getter, a setter or an `accessor` field of a class. */
function isAccessor(ts_: typeof ts, declaration: ts.Declaration): boolean {
  if (!isInClass(ts_, declaration)) return false;
  if (!ts_.isPropertyDeclaration(declaration)) return ts_.isAccessor(declaration);
  return declaration.modifiers?.some(({ kind }) => kind === ts_.SyntaxKind.AccessorKeyword) === true;
}

/**
 * Whether a mapped type such as `Pick` selected this property but not all others: the type then describes plain data. A mapped type with
 * all members of a class, such as `Readonly<Order>`, represents the class.
 */
function isSelected(ts_: typeof ts, property: ts.Symbol): boolean {
  const mapped = findMappedOwner(property);
  const source = mapped && findMappedSource(mapped);
  if (mapped === undefined || source === undefined) return false;
  const isMember = (member: ts.Symbol): boolean => {
    const declaration = declarationOf(member);
    return declaration === undefined || isPublic(ts_, declaration);
  };
  return mapped.getProperties().length < source.getProperties().filter(isMember).length;
}

function isPublic(ts_: typeof ts, declaration: ts.Declaration): boolean {
  const { Private, Protected } = ts_.ModifierFlags;
  const name = ts_.getNameOfDeclaration(declaration);
  const isHashed = name !== undefined && ts_.isPrivateIdentifier(name);
  return !isHashed && (ts_.getCombinedModifierFlags(declaration) & (Private | Protected)) === 0;
}

/** Whether a field contains a function, which is a method in another form. */
export function holdsFunction(ts_: typeof ts, { initializer }: ts.PropertyDeclaration): boolean {
  return (
    initializer !== undefined && (ts_.isArrowFunction(initializer) || ts_.isFunctionExpression(initializer))
  );
}
