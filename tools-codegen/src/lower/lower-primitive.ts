import type { ts } from 'ts-morph';
import type { TypeNode } from '../ir.js';
import { isErrorType } from './compiler-internals.js';
import { cannotCarry, type Failure, type Lowered, mustSettle } from './problem.js';
import type { Walk } from './walk.js';

type Step = TypeNode | ((walk: Walk, type: ts.Type) => Lowered);

/** Types without members, by the flag that marks them. */
export function lowerPrimitive(walk: Walk, type: ts.Type): Lowered {
  const { TypeFlags } = walk.compiler.ts;
  const steps: readonly (readonly [ts.TypeFlags, Step])[] = [
    [TypeFlags.Any, (_, any) => lowerAny(any)],
    [TypeFlags.Unknown, { kind: 'unknown' }],
    [TypeFlags.String, { kind: 'string' }],
    [TypeFlags.Number, { kind: 'number' }],
    [TypeFlags.Null, { kind: 'null' }],
    [TypeFlags.BigInt, { kind: 'codec', codec: 'bigint' }],
    [TypeFlags.BigIntLiteral, (_, literal) => lowerBigIntLiteral(literal)],
    [
      TypeFlags.Undefined | TypeFlags.Void,
      () => cannotCarry('TW2006', 'can only be undefined, which JSON does not have'),
    ],
    [TypeFlags.Never, () => cannotCarry('TW2005', 'has the type `never`: no value fits it')],
    [TypeFlags.ESSymbolLike, () => cannotCarry('TW2004', 'is a symbol, which JSON cannot carry')],
    // `object`: some JSON object, its members unknown.
    [TypeFlags.NonPrimitive, { kind: 'object', properties: [], additional: { kind: 'unknown' } }],
  ];
  const step = steps.find(([flag]) => (type.flags & flag) !== 0)?.[1];
  if (step === undefined) return mustSettle('TW2007', 'has a type that nothing determines');
  return typeof step === 'function' ? step(walk, type) : step;
}

function lowerBigIntLiteral(type: ts.Type): Failure {
  const { value } = type as ts.BigIntLiteralType; // Its flag says so.
  const text = `${value.negative ? '-' : ''}${value.base10Value}n`;
  return mustSettle('TW2014', `is the literal \`${text}\``, 'Use `bigint` and check the value in the code.');
}

function lowerAny(type: ts.Type): Failure {
  if (!isErrorType(type)) return mustSettle('TW2002', 'is `any`, which says nothing about the value');
  const { aliasSymbol } = type;
  const name = aliasSymbol === undefined ? '' : ` \`${aliasSymbol.name}\``;
  return mustSettle('TW2003', `has a type${name} that the compiler cannot find`);
}
