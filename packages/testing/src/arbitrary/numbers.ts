import { type Conjunction, isWhole } from './conjunction.js';
import { type FastCheck, fastCheck } from './fast-check.js';

/** Beyond this, neighbouring integers are the same number. */
const LARGEST = Number.MAX_SAFE_INTEGER;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Creates numbers within the bounds of the schemas. The caller checks exclusive bounds and further multiples. */
export function numberArbitrary(all: Conjunction): FastCheck.Arbitrary<number> {
  const fc = fastCheck();
  const { min, max } = boundsOf(all);
  const step = all.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf;
  if (step !== undefined) {
    const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
    if (first > last) return never(fc);
    // Decimal steps such as 0.1 have no exact multiples, so their decimal text is read.
    return fc.maxSafeInteger().map((any) => {
      const count = first + (Math.abs(any) % (last - first + 1));
      return Number((count * step).toPrecision(15));
    });
  }
  if (isWhole(all)) {
    const [first, last] = [Math.ceil(min), Math.floor(max)];
    return first > last ? never(fc) : fc.integer({ min: first, max: last });
  }
  if (min > max) return never(fc);
  const isOpen = all.every(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum].every((bound) => bound === undefined),
  );
  const doubles = fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
  return isOpen ? fc.oneof(fc.integer({ min: -1000, max: 1000 }), doubles) : doubles;
}

/** Returns the bounds, as inclusive ones. */
export function boundsOf(all: Conjunction): Bounds {
  let [min, max] = [-LARGEST, LARGEST];
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } of all) {
    min = Math.max(min, minimum ?? min, exclusiveMinimum ?? min);
    max = Math.min(max, maximum ?? max, exclusiveMaximum ?? max);
  }
  return { min, max };
}

/** An arbitrary whose values all fail the caller's check. */
function never(fc: typeof FastCheck): FastCheck.Arbitrary<number> {
  return fc.constant(Number.NaN);
}
