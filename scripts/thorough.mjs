/** With `THOROUGH=1`, tests of random or many cases try all or many of them; else a sample, which is the same each time. */
export const thorough = Boolean(process.env.THOROUGH);

/** The number of cases to try. */
export function cases(sample, all) {
  return thorough ? all : sample;
}
