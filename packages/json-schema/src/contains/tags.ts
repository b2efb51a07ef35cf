import { canonicalJson } from '@toolwright/json';
import type { Conjunction, ObjectShape, Shape } from './shape.js';
import type { Side } from './side.js';

/** Returns the shapes of a conjunction that may share values with another shape. In a tagged union, these are the shapes with its tag. */
export function candidatesOf(shape: Shape, inner: Side, whole: Conjunction, outer: Side): readonly Shape[] {
  const shapes = outer.shapes(whole);
  if (shape.kind !== 'object' || shapes.length < MIN_INDEXED) return shapes;
  const index = INDEXES.get(whole) ?? indexOf(shapes, outer);
  INDEXES.set(whole, index);
  const literals = index.tag === undefined ? undefined : literalsOf(shape, index.tag, inner);
  if (literals === undefined) return shapes;
  return [...new Set([...literals.flatMap((literal) => index.tagged.get(literal) ?? []), ...index.others])];
}

/** The minimum number of shapes for an index. With fewer shapes, comparing all of them is as fast. */
const MIN_INDEXED = 4;

interface TagIndex {
  readonly tag: string | undefined;
  readonly tagged: ReadonlyMap<string, readonly Shape[]>;
  readonly others: readonly Shape[];
}

const INDEXES = new WeakMap<Conjunction, TagIndex>();

function indexOf(shapes: readonly Shape[], side: Side): TagIndex {
  const objects = shapes.filter((shape) => shape.kind === 'object');
  const counts = new Map<string, number>();
  for (const shape of objects) {
    for (const name of shape.required) {
      if (literalsOf(shape, name, side) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  const tag = best?.[0];
  const tagged = new Map<string, Shape[]>();
  const others: Shape[] = [];
  for (const shape of objects) {
    const literals = tag === undefined ? undefined : literalsOf(shape, tag, side);
    if (literals === undefined) others.push(shape);
    for (const literal of literals ?? []) {
      const known = tagged.get(literal);
      if (known === undefined) tagged.set(literal, [shape]);
      else known.push(shape);
    }
  }
  return { tag, tagged, others };
}

/** Returns the possible literals of an object's required member; undefined if it may have other values. */
function literalsOf(shape: ObjectShape, name: string, side: Side): readonly string[] | undefined {
  const member = shape.member(name);
  if (!shape.required.has(name) || member.isEverything) return undefined;
  const literals: string[] = [];
  for (const one of side.shapes(member)) {
    if (one.kind !== 'finite') return undefined;
    literals.push(...one.values.map(canonicalJson));
  }
  return literals;
}
