/** With `THOROUGH=1`, tests with random or many cases try all or many of them; otherwise a sample, which is the same each time. */
export const thorough = Boolean(process.env.THOROUGH);

/** The number of cases to try. */
export function cases(sample, all) {
  return thorough ? all : sample;
}
