import { isErrorType } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { cannotCarry, type Failure, type Lowered, mustSettle } from '../problem.js';
import type { Walk } from '../walk.js';
import type { Annotation } from '../written/annotation.js';

/** Lowers types that have no members, dispatching on the type flag. */
export function lowerPrimitive(walk: Walk, type: ts.Type, annotation?: Annotation): Lowered {
  const { TypeFlags } = walk.compiler.ts;
  const has = (flag: ts.TypeFlags): boolean => (type.flags & flag) !== 0;
  if (has(TypeFlags.String)) return { kind: 'string' };
  if (has(TypeFlags.Number)) return { kind: 'number' };
  if (has(TypeFlags.Null)) return { kind: 'null' };
  if (has(TypeFlags.Any)) return lowerAny(walk, type, annotation);
  if (has(TypeFlags.Unknown)) return { kind: 'unknown' };
  if (has(TypeFlags.BigInt)) return { kind: 'codec', codec: 'bigint' };
  if (has(TypeFlags.BigIntLiteral)) return lowerBigIntLiteral(type);
  if (has(TypeFlags.Undefined | TypeFlags.Void))
    return cannotCarry('TW2006', 'can only be undefined, which JSON does not support');
  if (has(TypeFlags.Never)) return cannotCarry('TW2005', 'has the type `never`, which has no values');
  if (has(TypeFlags.ESSymbolLike)) return cannotCarry('TW2004', 'is a symbol, which JSON cannot carry');
  // The type `object`: an object with unknown members.
  if (has(TypeFlags.NonPrimitive)) return { kind: 'object', properties: [], additional: { kind: 'unknown' } };
  return mustSettle('TW2007', 'has a type that the compiler cannot determine');
}

function lowerBigIntLiteral(type: ts.Type): Failure {
  const { value } = type as ts.BigIntLiteralType; // The flag implies this type.
  const text = `${value.negative ? '-' : ''}${value.base10Value}n`;
  return mustSettle('TW2014', `is the literal \`${text}\``, 'Use `bigint` and check the value in the code.');
}

function lowerAny({ unresolved }: Walk, type: ts.Type, annotation: Annotation | undefined): Failure {
  if (!isErrorType(type)) return mustSettle('TW2002', 'is `any`, which says nothing about the value');
  const missing = annotation && unresolved.inType(annotation.node);
  if (missing !== undefined) return missing;
  const { aliasSymbol } = type;
  const what = aliasSymbol === undefined ? 'a type that' : `the type \`${aliasSymbol.name}\`, which`;
  return mustSettle('TW2003', `needs ${what} the compiler cannot find`);
}
