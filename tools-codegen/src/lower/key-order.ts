import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { Annotation } from './annotation.js';
import { visitDeclared } from './declared-order.js';

/** Properties in the order in which the keys of a mapped type were written; others follow as they came. */
export function inKeyOrder(
  compiler: Compiler,
  properties: readonly ts.Symbol[],
  keys: Annotation,
): readonly ts.Symbol[] {
  const remaining = new Map(properties.map((property) => [property.name, property]));
  const ordered: ts.Symbol[] = [];
  visitDeclared(compiler, keys, (type) => {
    if (remaining.size === 0) return true;
    if (!type.isStringLiteral() && !type.isNumberLiteral()) return false;
    const name = String(type.value);
    const property = remaining.get(name);
    if (property === undefined) return false;
    remaining.delete(name);
    ordered.push(property);
    return true;
  });
  return [...ordered, ...remaining.values()];
}
