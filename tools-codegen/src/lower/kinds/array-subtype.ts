import { type Compiler, isFunction, isInstance, isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { LostPart } from '../../ir/type-node.js';
import { cannotCarry, type Failure, mustSettle } from '../problem.js';
import type { Walk } from '../walk.js';
import { findBehaviour } from './behaviour.js';
import { membersOf } from './data-members.js';
import { ownDeclaration, reportLeftOut } from './lower-property.js';
import { isPlatform } from './runtime-types.js';

/** The array or tuple that a class or interface extends, with type parameters not yet resolved. */
export interface ArrayBase {
  readonly type: ts.Type;
  /** The `extends` expression in the source. */
  readonly node: ts.ExpressionWithTypeArguments | undefined;
}

/**
 * Finds the array or tuple that a type extends. Undefined for other types, and for those of the standard library, which have state of their
 * own.
 */
export function findArrayBase(compiler: Compiler, type: ts.Type): ArrayBase | undefined {
  const { ts, checker } = compiler;
  if (!isInstance(ts, type) || isPlatform(compiler, type.symbol)) return undefined;
  const target = isReference(ts, type) ? type.target : type;
  // Callers check `isInstance` first.
  for (const base of checker.getBaseTypes(target as ts.InterfaceType)) {
    if (!checker.isArrayType(base) && !checker.isTupleType(base)) {
      const inner = findArrayBase(compiler, base);
      if (inner !== undefined) return inner;
    } else return { type: base, node: findHeritage(compiler, type.symbol, base) };
  }
  return undefined;
}

/** Whether a type is an array, a tuple, or a class or interface that extends one. */
export function isArrayLike(compiler: Compiler, type: ts.Type): boolean {
  const { checker } = compiler;
  return (
    checker.isArrayType(type) ||
    checker.isTupleType(type) ||
    isArrayLikeObject(compiler, type) ||
    findArrayBase(compiler, type) !== undefined
  );
}

/** Whether a type is the standard library's `ArrayLike<T>`. Of its values, only arrays keep their `length` and elements in JSON. */
export function isArrayLikeObject(compiler: Compiler, type: ts.Type): boolean {
  const symbol: ts.Symbol | undefined = type.symbol;
  return symbol?.name === 'ArrayLike' && isPlatform(compiler, symbol);
}

/** Returns the members that a type adds to an array: those that describe its elements, such as `0` and `length`, and all others. */
export function addedMembers(
  compiler: Compiler,
  type: ts.Type,
  base: ts.Type | undefined,
): { readonly places: readonly ts.Symbol[]; readonly others: readonly ts.Symbol[] } {
  const places: ts.Symbol[] = [];
  const others: ts.Symbol[] = [];
  for (const property of type.getProperties()) {
    const isPlace = property.name === 'length' || /^\d+$/.test(property.name);
    if (isPlace && isWritten(compiler, property)) places.push(property);
    else if (!isPlace && base?.getProperty(property.name) === undefined) others.push(property);
  }
  return { places, others };
}

/** Reports members that a JSON array cannot have. Returns a failure if code may rely on them. */
export function withoutPlace(
  walk: Walk,
  type: ts.Type,
  added: readonly ts.Symbol[],
  lost: LostPart[],
): Failure | undefined {
  const { compiler, position } = walk;
  const { data, others } = membersOf(compiler, type);
  const missing =
    position === 'input' &&
    findBehaviour(
      compiler,
      others.filter((each) => added.includes(each)),
    );
  if (missing) {
    const says = `is the class \`${type.symbol.name}\`, but arrives as a plain array without its ${missing}`;
    return cannotCarry(
      'TW2024',
      says,
      'Use a plain array, or give the class `toJSON()` and a static `fromJSON(json)`.',
    );
  }
  for (const member of data.filter((each) => added.includes(each))) {
    const isMethod = isFunction(compiler.checker.getTypeOfSymbol(member));
    // Brands have no value, and methods do not appear in the JSON of a result.
    if (String(member.escapedName).startsWith('__') || (isMethod && position === 'output')) continue;
    if ((member.flags & compiler.ts.SymbolFlags.Optional) === 0)
      return mustSettle('TW2013', `is an array with the extra member \`${member.name}\``);
    const noPlace = mustSettle('TW2013', 'cannot be part of a JSON array');
    lost.push(...reportLeftOut(walk, type, member, noPlace, ownDeclaration(walk, member)));
  }
  return undefined;
}

/** Whether a class or interface declares the property. Properties of tuple elements have no such declaration. */
function isWritten(compiler: Compiler, property: ts.Symbol): boolean {
  const { ts } = compiler;
  const isMember = (node: ts.Node): boolean => ts.isTypeElement(node) || ts.isClassElement(node);
  return property.declarations?.some(isMember) === true && !isPlatform(compiler, property);
}

function findHeritage(
  { ts, checker }: Compiler,
  { declarations = [] }: ts.Symbol,
  base: ts.Type,
): ts.ExpressionWithTypeArguments | undefined {
  return declarations
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isClassLike(node))
    .flatMap(({ heritageClauses = [] }) => heritageClauses.flatMap(({ types }) => [...types]))
    .find((node) => checker.getTypeAtLocation(node) === base);
}
