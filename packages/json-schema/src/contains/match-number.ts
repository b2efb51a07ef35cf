import type { Comparing } from './comparing.js';
import { covers } from './covers.js';
import type { Goal } from './goal.js';
import { missingFrom } from './opaque.js';
import type { NumberShape } from './shape.js';

/** Returns a refuted goal, or undefined if every number of a shape also has one of the target shapes. */
export function matchNumber(
  shape: NumberShape,
  targets: readonly NumberShape[],
  comparing: Comparing,
): Goal | undefined {
  const fitting = targets.filter((target) => isImplied(shape, target));
  const intervals = fitting.map(({ range, excludesMin, excludesMax }) => ({
    ...range,
    excludesMin,
    excludesMax,
  }));
  const { range, excludesMin, excludesMax } = shape;
  if (covers({ ...range, excludesMin, excludesMax }, intervals, shape.isInteger)) return undefined;
  const reason = targets
    .map(({ opaque }) => missingFrom(shape.opaque, opaque))
    .find((missing) => missing !== undefined);
  return comparing.refuted(reason ?? 'some numbers might not be accepted', () =>
    comparing.sampler.numbers(shape, targets),
  );
}

function isImplied(shape: NumberShape, { isInteger, multiples, opaque }: NumberShape): boolean {
  const { min, max } = shape.range;
  const largest = Math.min(Number.MAX_SAFE_INTEGER, Math.max(Math.abs(min), Math.abs(max)));
  const steps = [...shape.multiples, ...(shape.isInteger ? [1] : [])];
  return (
    missingFrom(shape.opaque, opaque) === undefined &&
    (!isInteger || steps.some((step) => Number.isInteger(step))) &&
    multiples.every((multiple) => steps.some((step) => dividesExactly(step, multiple, largest)))
  );
}

/**
 * Whether all multiples of one number are multiples of another. Validators divide floating-point numbers, so their answer is exact only
 * for integers and for quotients that are powers of two. Integers beyond 2⁵³ are ignored.
 * @param largest the largest absolute value of the numbers
 */
function dividesExactly(step: number, multiple: number, largest: number): boolean {
  if (step === multiple) return true;
  if (Number.isInteger(step) && Number.isInteger(multiple)) return step % multiple === 0;
  const ratio = step / multiple;
  const isPowerOfTwo = Number.isInteger(ratio) && ratio < 2 ** 31 && (ratio & (ratio - 1)) === 0;
  return isPowerOfTwo && multiple * ratio === step && largest / multiple < MAX_QUOTIENT;
}

/** From this quotient on, AJV's check for whole quotients fails: it uses `parseInt`, which parses `1e+21` as 1. */
const MAX_QUOTIENT = 1e21;
