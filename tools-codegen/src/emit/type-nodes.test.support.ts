import type { CodecNode, Definitions, ObjectNode, PropertyNode, TypeNode } from '../ir/type-node.js';

export const none: Definitions = new Map();
export const text: TypeNode = { kind: 'string' };
export const nothing: TypeNode = { kind: 'null' };
export const date = codec('date');

export function codec(kind: CodecNode['codec'], more: Partial<CodecNode> = {}): TypeNode {
  return { kind: 'codec', codec: kind, ...more };
}

export function object(members: Record<string, TypeNode>, more: Partial<ObjectNode> = {}): ObjectNode {
  const properties = Object.entries(members).map(
    ([name, type]): PropertyNode => ({ name: name.replace('?', ''), type, optional: name.endsWith('?') }),
  );
  return { kind: 'object', properties, ...more };
}

export function union(...members: TypeNode[]): TypeNode {
  return { kind: 'union', members };
}

export function define(nodes: Record<string, TypeNode>): Definitions {
  return new Map(Object.entries(nodes).map(([id, node]) => [id, { id, name: id.toUpperCase(), node }]));
}
