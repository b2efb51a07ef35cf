import type { Shape } from '@toolwright/contract';
import { shapesOverlap } from '@toolwright/json-schema';
import type { CodecNode, Definitions, TypeNode } from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';
import { codecShape, travelsAsPairs } from './codec-shape.js';

/**
 * Whether a `Map` may match both types although one is encoded as an object and the other as pairs. Such types differ in JSON but not in
 * memory.
 * @param depth The depth that is examined at run time.
 */
export function mapFormsCollide(
  one: TypeNode,
  other: TypeNode,
  definitions: Definitions,
  depth: number,
): boolean {
  const inMemory = (node: TypeNode): Shape => withoutMapForms(codecShape(node, definitions, depth));
  const [first, second] = [one, other].map((node) => unionMembers(node, definitions));
  return (first ?? []).some((a) =>
    (second ?? []).some(
      (b) => shapesOverlap(inMemory(a), inMemory(b)) && membersCollide(a, b, definitions, depth),
    ),
  );
}

function membersCollide(one: TypeNode, other: TypeNode, definitions: Definitions, depth: number): boolean {
  const [a, b] = [resolveNode(one, definitions), resolveNode(other, definitions)];
  const collide = (x: TypeNode | undefined, y: TypeNode | undefined): boolean =>
    x !== undefined && y !== undefined && depth > 0 && mapFormsCollide(x, y, definitions, depth - 1);
  if (a.kind === 'object' && b.kind === 'object') {
    return a.properties.some(({ name, type }) =>
      collide(type, b.properties.find((property) => property.name === name)?.type),
    );
  }
  if (a.kind === 'array' && b.kind === 'array') return collide(a.items, b.items);
  if (a.kind !== 'codec' || b.kind !== 'codec' || a.codec !== b.codec) return false;
  if (a.codec === 'map' && travelsAsPairs(a) !== travelsAsPairs(b)) return haveTextKeys(a, b, definitions);
  return collide(a.items, b.items);
}

/** Whether all keys are strings, as the object form requires. */
function haveTextKeys(one: CodecNode, other: CodecNode, definitions: Definitions): boolean {
  return [one, other].every(({ keys }) => {
    const members = keys === undefined ? [] : unionMembers(keys, definitions);
    return keys === undefined || members.some((member) => mayBeText(codecShape(member, definitions, 0)));
  });
}

function mayBeText({ types, codec, anyOf }: Shape): boolean {
  if (anyOf !== undefined) return anyOf.some(mayBeText);
  return codec === undefined && (types?.includes('string') ?? true);
}

/** Returns the shape without the JSON form of maps, so that both forms compare as equal. */
function withoutMapForms(shape: Shape): Shape {
  if (shape.codec === 'map') return { codec: 'map' };
  const { anyOf, properties, items } = shape;
  return {
    ...shape,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withoutMapForms) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, withoutMapForms(member)]),
          ),
        }),
    ...(items === undefined || items === false ? {} : { items: withoutMapForms(items) }),
  };
}
