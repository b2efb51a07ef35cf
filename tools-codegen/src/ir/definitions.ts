import type { JsonPrimitive } from '@toolwright/contract';
import type { Definition, Definitions, ObjectNode, TypeNode } from './type-node.js';

/** @throws Error if the id has no definition, which is a bug in codegen. */
export function getDefinition(definitions: Definitions, id: string): Definition {
  const definition = definitions.get(id);
  if (definition === undefined) throw new Error(`No definition for ${id}.`);
  return definition;
}

/** Returns the types directly inside a type. */
export function childrenOf(node: Exclude<TypeNode, { kind: 'ref' }>): readonly TypeNode[] {
  switch (node.kind) {
    case 'array':
      return [node.items];
    case 'tuple':
      return [...node.elements.map(({ type }) => type), ...(node.rest === undefined ? [] : [node.rest])];
    case 'object':
      return childrenOfObject(node);
    case 'union':
      return node.members;
    case 'class':
      return [node.json];
    case 'codec':
      return [node.keys, node.items].filter((child) => child !== undefined);
    default:
      return NONE;
  }
}

const NONE: readonly TypeNode[] = [];

function childrenOfObject({ properties, patterns, additional }: ObjectNode): readonly TypeNode[] {
  const children = properties.map(({ type }) => type);
  for (const { type } of patterns ?? []) children.push(type);
  if (additional !== undefined) children.push(additional);
  return children;
}

export function literalType(value: JsonPrimitive): 'string' | 'number' | 'boolean' | 'null' {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return value === null ? 'null' : 'boolean';
}
