import type { Shape } from '@toolwright/contract';
import { builtIns, wireForm } from '@toolwright/json-schema';
import { literalType } from '../ir/definitions.js';
import type { ClassNode, CodecNode, Definitions, ObjectNode, TupleNode, TypeNode } from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';

/** The unique name of a class within one tool. */
export type ClassNameOf = (node: ClassNode) => string;

/**
 * Returns the shape that identifies values of a type at run time, to a given depth. Every value of the type has the shape. At depth 0, it
 * is only the JSON type. Parts beyond the size limit are left out: nested unions would otherwise take megabytes.
 * @param nameOf Returns the name of a class in codecs.
 */
export function codecShape(
  node: TypeNode,
  definitions: Definitions,
  depth: number,
  nameOf: ClassNameOf = ({ name }) => name,
  size: { left: number } = { left: MAX_SIZE },
): Shape {
  size.left -= 1;
  const inside = (child: TypeNode): Shape =>
    codecShape(child, definitions, size.left > 0 ? depth - 1 : 0, nameOf, size);
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { types: [node.kind] };
    case 'unknown':
      return {};
    case 'literal':
      return { types: [literalType(node.value)], values: [node.value] };
    case 'enum':
      return { types: [...new Set(node.values.map(literalType))], values: node.values };
    case 'array': {
      const minItems = node.minItems === undefined ? {} : { minItems: node.minItems };
      return { types: ['array'], ...(depth > 0 ? { items: inside(node.items), ...minItems } : {}) };
    }
    case 'tuple':
      return { types: ['array'], ...(depth > 0 ? tupleContent(node, inside) : {}) };
    case 'object':
      return { types: ['object'], ...(depth > 0 ? objectContent(node, inside) : {}) };
    case 'codec':
      return builtInShape(node, depth, inside);
    case 'class':
      return {
        ...codecShape(node.json, definitions, depth, nameOf, size),
        class: node.binding === undefined ? true : nameOf(node),
      };
    case 'ref':
      return codecShape(resolveNode(node, definitions), definitions, depth, nameOf, size);
    case 'union':
      // The members are not examined, so the value may be anything.
      if (size.left < 0) return {};
      return alternatives(unionMembers(node, definitions), (member) =>
        codecShape(member, definitions, size.left > 0 ? depth : 0, nameOf, size),
      );
    default:
      return node satisfies never;
  }
}

/** Maximum number of parts in one shape. A larger shape would barely distinguish more types. */
const MAX_SIZE = 1_000;

function alternatives(members: readonly TypeNode[], shapeOf: (member: TypeNode) => Shape): Shape {
  const shapes = new Map(members.map(shapeOf).map((shape) => [JSON.stringify(shape), shape]));
  const [only, ...others] = shapes.values();
  return only === undefined ? {} : others.length === 0 ? only : { anyOf: [only, ...others] };
}

function tupleContent({ elements, rest }: TupleNode, inside: (child: TypeNode) => Shape): Shape {
  return {
    prefix: elements.map(({ type }) => inside(type)),
    items: rest === undefined ? false : inside(rest),
    minItems: elements.filter(({ optional }) => !optional).length,
  };
}

function objectContent(
  { properties, additional, patterns }: ObjectNode,
  inside: (child: TypeNode) => Shape,
): Shape {
  const required = properties.filter(({ optional }) => !optional).map(({ name }) => name);
  // Shapes have no patterns, so members that match a pattern may be anything.
  const others: Shape = patterns ? {} : { additional: additional !== undefined && inside(additional) };
  return {
    ...(required.length > 0 ? { required } : {}),
    ...(properties.length > 0
      ? { properties: Object.fromEntries(properties.map(({ name, type }) => [name, inside(type)])) }
      : {}),
    ...others,
  };
}

function builtInShape(node: CodecNode, depth: number, inside: (child: TypeNode) => Shape): Shape {
  const { codec, items, keys } = node;
  const builtIn = builtIns[codec];
  if (builtIn.parts === undefined) return { types: [wireForm(builtIn, node.format).schema.type], codec };
  return builtIn.shape({
    // Keys are included at any depth: only they distinguish the two forms of a map in memory.
    ...(keys && travelsAsPairs(node) ? { keys: inside(keys) } : {}),
    ...(items && depth > 0 ? { items: inside(items) } : {}),
  });
}

/** Whether the keys of a map are not plain strings. */
export function travelsAsPairs({ keys }: CodecNode): boolean {
  return keys !== undefined && keys.kind !== 'string';
}
