import type { NumberShape } from './shape.js';

/** Returns numbers of a shape, near its bounds and near the bounds of other shapes. */
export function sampleNumbers(shape: NumberShape, others: readonly NumberShape[]): readonly number[] {
  const bounds = [shape, ...others].flatMap(({ range }) => [range.min, range.max]).filter(Number.isFinite);
  const near = [0, ...bounds].flatMap((bound) => OFFSETS.map((offset) => bound + offset));
  const steps = [...shape.multiples, ...(shape.isInteger ? [1] : [])];
  const snapped = steps.flatMap((step) =>
    [...near, ...others.flatMap(({ multiples }) => multiples)].flatMap((number) => {
      const quotient = Math.round(number / step);
      return [-1, 0, 1].map((offset) => (quotient + offset) * step);
    }),
  );
  return [...new Set(steps.length === 0 ? near : snapped)]
    .filter((number) => isWithin(number, shape))
    .map((number) => (Object.is(number, -0) ? 0 : number))
    .slice(0, MAX_SAMPLES);
}

const OFFSETS = [0, 1, -1, 0.5, -0.5, 2, 3, 7, 0.25, 0.1, -0.1, 0.001, -0.001, 1e6, -1e6];
const MAX_SAMPLES = 200;

function isWithin(number: number, { range, excludesMin, excludesMax, isInteger }: NumberShape): boolean {
  if (!Number.isFinite(number) || (isInteger && !Number.isInteger(number))) return false;
  if (excludesMin ? number <= range.min : number < range.min) return false;
  return excludesMax ? number < range.max : number <= range.max;
}
