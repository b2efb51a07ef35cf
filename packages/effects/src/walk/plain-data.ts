import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

/**
 * Whether a value certainly consists of primitive values, or of literals and lists of these. The type of an object alone is not sufficient,
 * because an instance of a class may match it.
 */
export function isPlainData(value: ts.Expression, analysis: Analysis): boolean {
  const { ts, checker } = analysis.compiler;
  // A loop over a set also visits the elements added during the loop.
  const values = new Set<ts.Expression | undefined>([value]);
  for (const one of values) {
    const inner = one && unwrap(one, ts);
    if (inner === undefined) return false;
    if (ts.isArrayLiteralExpression(inner))
      for (const element of inner.elements)
        values.add(ts.isSpreadElement(element) ? element.expression : element);
    else if (ts.isObjectLiteralExpression(inner))
      for (const property of inner.properties) values.add(partOf(property, ts));
    else if (!isPlainType(checker.getTypeAtLocation(inner), analysis)) return false;
  }
  return true;
}

function partOf(property: ts.ObjectLiteralElementLike, ts_: typeof ts): ts.Expression | undefined {
  if (ts_.isPropertyAssignment(property)) return property.initializer;
  if (ts_.isShorthandPropertyAssignment(property)) return property.name;
  return ts_.isSpreadAssignment(property) ? property.expression : undefined;
}

/** Whether a type is primitive, or a list of primitives. */
function isPlainType(whole: ts.Type, { compiler: { ts, checker } }: Analysis): boolean {
  const { TypeFlags } = ts;
  const primitive =
    TypeFlags.StringLike |
    TypeFlags.NumberLike |
    TypeFlags.BigIntLike |
    TypeFlags.BooleanLike |
    TypeFlags.ESSymbolLike |
    TypeFlags.VoidLike |
    TypeFlags.Null |
    TypeFlags.Never;
  // A list may contain lists of its own type.
  const seen = new Set<ts.Type>();
  const isPlain = (type: ts.Type): boolean => {
    if (type.flags & primitive || seen.has(type)) return true;
    seen.add(type);
    if (type.isUnion()) return type.types.every(isPlain);
    if (!checker.isArrayType(type) && !checker.isTupleType(type)) return false;
    // Arrays and tuples are both references.
    return checker.getTypeArguments(type as ts.TypeReference).every(isPlain);
  };
  return isPlain(whole);
}
