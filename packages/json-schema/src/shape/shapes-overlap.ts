import type { JsonPrimitive, Shape } from '@toolwright/contract';

export function shapesOverlap(one: Shape, other: Shape): boolean {
  if (one.anyOf !== undefined) return one.anyOf.some((branch) => shapesOverlap(branch, other));
  if (other.anyOf !== undefined) return shapesOverlap(other, one);
  const common = one.types?.filter((type) => other.types?.includes(type) ?? true) ?? other.types;
  if (common?.length === 0) return false;
  if (one.values !== undefined) return one.values.some((value) => admitsLiteral(other, value));
  if (other.values !== undefined) return other.values.some((value) => admitsLiteral(one, value));
  const isOnly = (type: string): boolean => common?.length === 1 && common[0] === type;
  if (isOnly('object')) return membersOverlap(one, other) && membersOverlap(other, one);
  return !isOnly('array') || itemsOverlap(one, other);
}

function admitsLiteral({ types, values }: Shape, literal: JsonPrimitive): boolean {
  const type = literal === null ? 'null' : typeof literal;
  if (types !== undefined && !types.some((allowed) => allowed === type)) return false;
  return values?.includes(literal) ?? true;
}

/** Whether objects of shape `other` may have the members that shape `one` requires. */
function membersOverlap(one: Shape, other: Shape): boolean {
  return (one.required ?? []).every((name) => {
    const [own, others] = [memberShape(one, name), memberShape(other, name)];
    return others !== false && (own === false || shapesOverlap(own, others));
  });
}

function memberShape({ properties = {}, additional }: Shape, name: string): Shape | false {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return own ?? additional ?? {};
}

function itemsOverlap(one: Shape, other: Shape): boolean {
  const length = Math.max(one.minItems ?? 0, other.minItems ?? 0);
  return Array.from({ length }, (_, index) => index).every((index) => {
    const [own, others] = [itemShape(one, index), itemShape(other, index)];
    return own !== false && others !== false && shapesOverlap(own, others);
  });
}

function itemShape({ prefix = [], items }: Shape, index: number): Shape | false {
  return prefix[index] ?? items ?? {};
}
