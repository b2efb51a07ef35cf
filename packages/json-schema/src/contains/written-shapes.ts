import type { Conjunction, Shape } from './shape.js';
import type { Side } from './side.js';

/**
 * Whether a conjunction with many shapes contains a textually equal one: most branches of a large union stay unchanged, and need no
 * comparison with all others.
 */
export function isWrittenIn(shape: Shape, whole: Conjunction, side: Side): boolean {
  const shapes = side.shapes(whole);
  if (shape.kind !== 'object' || shape.written === undefined || shapes.length < MIN_INDEXED) return false;
  const texts = TEXTS.get(whole) ?? new Set(shapes.flatMap(textOf));
  TEXTS.set(whole, texts);
  return texts.has(shape.written());
}

/** With fewer shapes, comparing with all is as fast. */
const MIN_INDEXED = 16;

const TEXTS = new WeakMap<Conjunction, ReadonlySet<string>>();

function textOf(shape: Shape): readonly string[] {
  return shape.kind === 'object' && shape.written !== undefined ? [shape.written()] : [];
}
