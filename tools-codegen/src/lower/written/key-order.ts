import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Annotation } from './annotation.js';
import { visitDeclared } from './declared-order.js';

/** Sorts properties by the source order of a mapped type's keys; renamed ones follow, sorted by name. */
export function inKeyOrder(
  compiler: Compiler,
  properties: readonly ts.Symbol[],
  keys: Annotation,
): readonly ts.Symbol[] {
  const remaining = new Map<string, ts.Symbol[]>();
  for (const property of properties) {
    const key = originalName(compiler.ts, property);
    remaining.set(key, [...(remaining.get(key) ?? []), property]);
  }
  const ordered: ts.Symbol[] = [];
  visitDeclared(compiler, keys, (type) => {
    if (remaining.size === 0) return true;
    if (!type.isStringLiteral() && !type.isNumberLiteral()) return false;
    const key = String(type.value);
    ordered.push(...(remaining.get(key) ?? []));
    return remaining.delete(key);
  });
  const others = [...remaining.values()].flat();
  return [...ordered, ...others.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/** Returns the declared name: mapped properties keep the declaration of the original property. */
function originalName(ts_: typeof ts, { name, declarations }: ts.Symbol): string {
  const [declaration] = declarations ?? [];
  const written = declaration === undefined ? undefined : ts_.getNameOfDeclaration(declaration);
  const isText = written !== undefined && (ts_.isIdentifier(written) || ts_.isStringLiteralLike(written));
  return isText ? written.text : name;
}
