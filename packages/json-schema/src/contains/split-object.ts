import { canonicalJson } from '@toolwright/json';
import type { SchemaSide } from './schema-side.js';
import type { Conjunction, ObjectShape, Shape } from './shape.js';

/**
 * Splits the objects of a shape by the value of one member if that decides between several targets: `{ kind: 'a' | 'b' }` fits neither
 * `{ kind: 'a' }` nor `{ kind: 'b' }`, but each of its objects fits one of them. Returns an empty list if no member helps.
 */
export function splitObject(
  shape: ObjectShape,
  targets: readonly ObjectShape[],
  inner: SchemaSide,
  outer: SchemaSide,
): readonly ObjectShape[] {
  if (shape.splits >= MAX_SPLITS) return [];
  const name = decidingMember(shape, targets, inner, outer);
  if (name === undefined) return [];
  const whole = shape.member(name);
  const present = alternativesOf(inner.shapes(whole)).map(([id, one]) =>
    narrowed(shape, name, inner.narrow(whole, id, [one])),
  );
  const isOptional = !shape.required.has(name);
  const absent = isOptional ? [withMember(shape, name, inner.join([false]))] : [];
  return [...present, ...absent].filter((part) => part !== undefined);
}

const MAX_SPLITS = 3;
const MANY = 16;

/** Finds the member with literals in the most targets, otherwise the member with the most different schemas. */
function decidingMember(
  shape: ObjectShape,
  targets: readonly ObjectShape[],
  inner: SchemaSide,
  outer: SchemaSide,
): string | undefined {
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const name of shape.names) {
    inner.budget.spend(targets.length);
    // With many targets, a member that only one target has does not decide between them.
    const mentions = targets.filter(({ names }) => names.has(name)).length;
    if (targets.length > MANY && mentions < 2) continue;
    const own = shape.member(name);
    const members = targets.map((target) => target.member(name));
    const different = new Set(members.map(({ id }) => id)).size;
    const differsInPresence = new Set(targets.map(({ required }) => required.has(name))).size > 1;
    if (different < 2 && !differsInPresence) continue;
    const isSplittable = !shape.required.has(name) || alternativesOf(inner.shapes(own)).length > 1;
    if (!isSplittable || own.isNothing) continue;
    const literal = members.filter(
      (member) => !member.isEverything && outer.shapes(member).every(isListed),
    ).length;
    const score = literal * targets.length + different;
    if (best === undefined || score > best.score) best = { name, score };
  }
  return best?.name;
}

function isListed({ kind }: Shape): boolean {
  return kind === 'finite';
}

function alternativesOf(shapes: readonly Shape[]): (readonly [id: string, shape: Shape])[] {
  return shapes.flatMap((shape, index): (readonly [string, Shape])[] =>
    shape.kind === 'finite'
      ? shape.values.map((value) => [canonicalJson(value), { ...shape, values: [value] }])
      : [[`shape ${index}`, shape]],
  );
}

function narrowed(shape: ObjectShape, name: string, member: Conjunction): ObjectShape | undefined {
  const required = new Set([...shape.required, name]);
  const min = Math.max(shape.range.min, required.size);
  if (min > shape.range.max) return undefined;
  return { ...withMember(shape, name, member), required, range: { ...shape.range, min } };
}

function withMember(shape: ObjectShape, name: string, member: Conjunction): ObjectShape {
  return {
    ...shape,
    written: undefined,
    splits: shape.splits + 1,
    member: (one) => (one === name ? member : shape.member(one)),
  };
}
