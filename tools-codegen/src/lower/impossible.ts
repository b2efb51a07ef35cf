import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';

/** Members that contradict each other leave no value; the checker notices only when it is asked. */
export function isImpossible({ checker }: Compiler, type: ts.Type): boolean {
  return type.isIntersection() && checker.isTypeAssignableTo(type, checker.getNeverType());
}

/** `string[] & number[]`: only the empty array fits it, and nobody means that in a union. */
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
  // `isTupleType` says that the type is a reference to a tuple.
  return checker.isTupleType(type) && (type as ts.TupleTypeReference).target.minLength > 0;
}
