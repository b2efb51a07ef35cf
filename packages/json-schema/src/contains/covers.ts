export interface Interval {
  readonly min: number;
  readonly max: number;
  readonly excludesMin?: boolean;
  readonly excludesMax?: boolean;
}

/** Whether the union of intervals contains another interval. @param isInteger whether to consider only integers */
export function covers(whole: Interval, parts: readonly Interval[], isInteger: boolean): boolean {
  const { min, max, excludesMin = false, excludesMax = false } = isInteger ? toIntegers(whole) : whole;
  const sorted = (isInteger ? parts.map(toIntegers) : [...parts]).sort((one, other) => one.min - other.min);
  let point = min;
  // Whether the point itself is already covered or excluded.
  let isCovered = excludesMin;
  const isDone = (): boolean => point > max || (point === max && (isCovered || excludesMax));
  for (const part of sorted) {
    if (isDone()) return true;
    const next = isInteger && isCovered ? point + 1 : point;
    if (part.min > next || (part.min === next && part.excludesMin && !isCovered)) continue;
    if (part.max < point || (part.max === point && (isCovered || part.excludesMax))) continue;
    isCovered = part.excludesMax !== true;
    point = part.max;
  }
  return isDone();
}

/** Returns the integers of an interval, with inclusive bounds. */
function toIntegers({ min, max, excludesMin, excludesMax }: Interval): Interval {
  const first = Math.ceil(min);
  const last = Math.floor(max);
  return {
    min: excludesMin && first === min ? first + 1 : first,
    max: excludesMax && last === max ? last - 1 : last,
  };
}
