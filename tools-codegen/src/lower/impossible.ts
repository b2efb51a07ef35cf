import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isArrayLike, isArrayLikeObject } from './kinds/array-subtype.js';
import { runtimeKind } from './kinds/runtime-types.js';

/**
 * Whether contradictory members leave no possible value. The checker notices this only on request, and treats `number & number[]` as a
 * brand, although it has no values.
 */
export function isImpossible(compiler: Compiler, type: ts.Type): boolean {
  const { ts, checker } = compiler;
  if (!type.isIntersection()) return false;
  const isPrimitive = ({ flags }: ts.Type): boolean => (flags & primitives(ts)) !== 0;
  // A string is an `Iterable` and an `ArrayLike`, but not an array.
  const hasIdentity = (part: ts.Type): boolean =>
    (isArrayLike(compiler, part) && !isArrayLikeObject(compiler, part)) ||
    runtimeKind(compiler, part)?.kind === 'codec';
  const isMixed = type.types.some(isPrimitive) && type.types.some(hasIdentity);
  return isMixed || checker.isTypeAssignableTo(type, checker.getNeverType());
}

function primitives({ TypeFlags }: typeof ts): ts.TypeFlags {
  return TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.BooleanLike;
}

/** Whether only the empty array is a value, as in `string[] & number[]`. This is never the intended meaning in a union. */
export function isWithoutElements({ ts, checker }: Compiler, type: ts.Type): boolean {
  if (
    !type.isIntersection() ||
    !type.types.every((part) => checker.isArrayType(part) || isFilled(checker, part))
  )
    return false;
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  return element !== undefined && (element.flags & ts.TypeFlags.Never) !== 0;
}

function isFilled(checker: ts.TypeChecker, type: ts.Type): boolean {
  // `isTupleType` means that the type is a reference to a tuple.
  return checker.isTupleType(type) && (type as ts.TupleTypeReference).target.minLength > 0;
}
