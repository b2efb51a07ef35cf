import { type Compiler, isObjectType } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { TypeNode } from '../../../ir/type-node.js';

/** Whether a type is `{}`, written or computed by the checker (`NonNullable<unknown>`): any value except null. */
export function isNotNull({ ts, checker }: Compiler, type: ts.Type): boolean {
  const symbol: ts.Symbol | undefined = type.symbol;
  if (symbol?.declarations !== undefined || !isObjectType(ts, type)) return false;
  return type.getProperties().length === 0 && checker.getIndexInfosOfType(type).length === 0;
}

const anything: TypeNode = { kind: 'unknown' };

export const NOT_NULL: TypeNode = {
  kind: 'union',
  members: [
    { kind: 'string' },
    { kind: 'number' },
    { kind: 'boolean' },
    { kind: 'object', properties: [], additional: anything },
    { kind: 'array', items: anything },
  ],
};
