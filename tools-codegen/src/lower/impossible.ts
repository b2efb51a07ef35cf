import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';

/** Members that contradict each other leave no value; the checker notices only when it is asked. */
export function isImpossible({ checker }: Compiler, type: ts.Type): boolean {
  return type.isIntersection() && checker.isTypeAssignableTo(type, checker.getNeverType());
}
