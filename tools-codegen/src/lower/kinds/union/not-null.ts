import type { ts } from 'ts-morph';
import type { Compiler } from '../../../compiler/compiler.js';
import type { TypeNode } from '../../../ir/type-node.js';
import { type Annotation, followAnnotation } from '../../written/annotation.js';
import { isObjectType } from '../type-kinds.js';

/**
 * Whether a type is `{}` as the checker computes it, such as `NonNullable<unknown>`: any value but null. Whoever writes `{}` means an
 * empty object; the checker has one type for both.
 */
export function isNotNull(compiler: Compiler, type: ts.Type, written: Annotation | undefined): boolean {
  const { ts, checker } = compiler;
  const symbol: ts.Symbol | undefined = type.symbol;
  if (symbol?.declarations !== undefined || !isObjectType(ts, type)) return false;
  if (type.getProperties().length > 0 || checker.getIndexInfosOfType(type).length > 0) return false;
  if (written === undefined) return true;
  return !ts.isTypeLiteralNode(followAnnotation(compiler, written).annotation.node);
}

const anything: TypeNode = { kind: 'unknown' };

/** Any JSON value but null. */
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
