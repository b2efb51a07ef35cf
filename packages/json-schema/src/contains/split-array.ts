import type { ArrayShape } from './shape.js';

/** The maximum number of lengths at which to split. */
const MAX_PARTS = 16;

/**
 * Splits the arrays of a shape by length if the length decides between several targets: `[A, B?]` fits neither `[A]` nor `[A, B]`, but
 * each of its arrays fits one of them. Returns an empty list if lengths do not help.
 */
export function splitArray(shape: ArrayShape, targets: readonly ArrayShape[]): readonly ArrayShape[] {
  const { min, max } = shape.range;
  const starts = targets.flatMap(({ range }) => [range.min, range.max + 1]);
  const cuts = [...new Set(starts)]
    .filter((start) => Number.isFinite(start) && start > min && start <= max)
    .sort((one, other) => one - other);
  if (cuts.length === 0 || cuts.length > MAX_PARTS) return [];
  return [min, ...cuts].map((start, index) => ({
    ...shape,
    range: { min: start, max: (cuts[index] ?? max + 1) - 1 },
  }));
}
