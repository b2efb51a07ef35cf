/** How long the host may be busy with the values of calls at a time, in milliseconds. */
const BUSY_MS = 10;

/** Translates values, and lets the host do other work in between. */
export async function inParts<Given, Made>(
  values: readonly Given[],
  translate: (value: Given, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let start = performance.now();
  for (const [index, value] of values.entries()) {
    made.push(translate(value, index));
    if (performance.now() - start < BUSY_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    start = performance.now();
  }
  return made;
}
