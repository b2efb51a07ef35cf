/** Counts the nested values in a value. Validation time is proportional to this number. */
export function weightOf(value: unknown): number {
  const open: unknown[] = [value];
  for (let index = 0; index < open.length; index += 1) {
    const one = open[index];
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) open.push(inner);
  }
  return open.length;
}
