import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { TypeNode } from '../../ir/type-node.js';
import { type Annotation, referencedSymbol } from './annotation.js';
import { isForeign } from './is-foreign.js';

/** The lowered types of parameters and results. Many tools use the same types, written in the same way. */
export interface WrittenUses {
  find(type: ts.Type, key: string): TypeNode | undefined;
  add(type: ts.Type, key: string, node: TypeNode): void;
}

export function createWrittenUses(): WrittenUses {
  const known = new Map<ts.Type, Map<string, TypeNode>>();
  return {
    find: (type, key) => known.get(type)?.get(key),
    add: (type, key, node) => {
      const byKey = known.get(type) ?? new Map<string, TypeNode>();
      known.set(type, byKey.set(key, node));
    },
  };
}

/**
 * Creates a function that returns a key for a type as written: equal keys mean the same declarations in the same order. The key is
 * undefined for anything but keywords, literals, names, lists and unions, and in dependencies.
 */
export function createWrittenKeys(
  compiler: Compiler,
): (annotation: Annotation | undefined) => string | undefined {
  const { ts } = compiler;
  const ids = new Map<ts.Symbol, number>();
  const idOf = (symbol: ts.Symbol): number => {
    const id = ids.get(symbol) ?? ids.size;
    ids.set(symbol, id);
    return id;
  };
  const keyOf = (node: ts.TypeNode): string | undefined => {
    if (ts.isTypeReferenceNode(node)) {
      const symbol = referencedSymbol(compiler, node);
      const passed = symbol && joinKeys(node.typeArguments ?? []);
      return symbol && passed !== undefined ? `#${idOf(symbol)}<${passed}>` : undefined;
    }
    if (ts.isLiteralTypeNode(node)) return node.getText();
    if (ts.isUnionTypeNode(node)) return grouped(joinKeys(node.types));
    if (ts.isArrayTypeNode(node)) return listed(keyOf(node.elementType));
    return ts.isToken(node) ? `:${node.kind}` : undefined;
  };
  const joinKeys = (nodes: readonly ts.TypeNode[]): string | undefined => {
    let joined = '';
    for (const node of nodes) {
      const key = keyOf(node);
      if (key === undefined) return undefined;
      joined += `${key}|`;
    }
    return joined;
  };
  return (annotation) => {
    if (annotation === undefined) return '';
    const { node, bindings } = annotation;
    return bindings.size > 0 || isForeign(compiler, node) ? undefined : keyOf(node);
  };
}

function listed(key: string | undefined): string | undefined {
  return key === undefined ? undefined : `[${key}]`;
}

function grouped(key: string | undefined): string | undefined {
  return key === undefined ? undefined : `(${key})`;
}
