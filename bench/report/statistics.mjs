/** The middle value; the mean of the two middle ones for an even count. Throws on an empty list. */
export function median(values) {
  if (values.length === 0) throw new Error('The median of no values is not defined.');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of every key over records of numbers with the same keys; a key that is undefined anywhere stays undefined. */
export function medians(records) {
  const keys = Object.keys(records[0] ?? {});
  return Object.fromEntries(
    keys.map((key) => {
      const values = records.map((record) => record[key]);
      return [key, values.includes(undefined) ? undefined : median(values)];
    }),
  );
}

/** `value / base`; undefined if either was not measured, or the base is zero. */
export function ratio(value, base) {
  return value === undefined || base === undefined || base === 0 ? undefined : value / base;
}
