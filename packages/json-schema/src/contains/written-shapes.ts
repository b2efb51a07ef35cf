import type { Conjunction, Shape } from './shape.js';
import type { Side } from './side.js';

/**
 * Whether a conjunction with many shapes contains a shape with the same text. Most branches of a large union are unchanged, so they need
 * no comparison with all others.
 */
export function isWrittenIn(shape: Shape, whole: Conjunction, side: Side): boolean {
  const shapes = side.shapes(whole);
  if (shape.kind !== 'object' || shape.written === undefined || shapes.length < MIN_INDEXED) return false;
  const texts = TEXTS.get(whole) ?? new Set(shapes.flatMap(textOf));
  TEXTS.set(whole, texts);
  return texts.has(shape.written());
}

/** The minimum number of shapes for an index. With fewer shapes, comparing all of them is as fast. */
const MIN_INDEXED = 16;

const TEXTS = new WeakMap<Conjunction, ReadonlySet<string>>();

function textOf(shape: Shape): readonly string[] {
  return shape.kind === 'object' && shape.written !== undefined ? [shape.written()] : [];
}
