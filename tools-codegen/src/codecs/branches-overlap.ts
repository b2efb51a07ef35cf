import type { JsonPrimitive, Shape } from '@toolwright/contract';
import { compileCodec, getBuiltIn, shapesOverlap } from '@toolwright/schema';

/** Whether some JSON may have the shapes of both members of a union, of which literals are tested first. */
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
    // What the codec refuses can only be meant as the literal.
    return false;
  }
}
