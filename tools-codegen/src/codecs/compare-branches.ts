import type { JsonPrimitive, Shape } from '@toolwright/contract';
import { builtIns, compileCodec, getBuiltIn, shapesOverlap } from '@toolwright/json-schema';
import type { TypeNode } from '../ir/type-node.js';
import { travelsAsPairs } from './codec-shape.js';

/** Pairs the parts of two containers of the same type for comparison. Returns undefined for other types, which always differ. */
export function sameContainer(
  one: TypeNode,
  other: TypeNode,
): readonly (readonly [TypeNode, TypeNode])[] | undefined {
  const anything: TypeNode = { kind: 'unknown' };
  if (one.kind === 'array' && other.kind === 'array') return [[one.items, other.items]];
  if (one.kind === 'tuple' && other.kind === 'tuple') {
    const length = Math.max(one.elements.length, other.elements.length) + 1;
    return Array.from(
      { length },
      (_, index) =>
        [one.elements[index]?.type ?? one.rest, other.elements[index]?.type ?? other.rest] as const,
    ).flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [[a, b] as const]));
  }
  if (one.kind !== 'codec' || other.kind !== 'codec' || one.codec !== other.codec) return undefined;
  if (travelsAsPairs(one) !== travelsAsPairs(other)) return undefined;
  return builtIns[one.codec].parts?.map((part) => [one[part] ?? anything, other[part] ?? anything]);
}

/** Whether a JSON value may match the shapes of both members of a union. At run time, literals are tested first. */
export function branchesOverlap(one: Shape, other: Shape): boolean {
  const [literal, codec] = one.values === undefined ? [other, one] : [one, other];
  if (literal.values === undefined || codec.codec === undefined) return shapesOverlap(one, other);
  return literal.values.some((value) => codec.codec !== undefined && decodes(codec.codec, value));
}

function decodes(codec: string, literal: JsonPrimitive): boolean {
  if (getBuiltIn(codec).parts !== undefined) return false;
  try {
    compileCodec({ kind: codec }).decode(literal);
    return true;
  } catch {
    // A value that the codec refuses can only be the literal.
    return false;
  }
}
