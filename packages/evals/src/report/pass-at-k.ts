/**
 * Returns the chance that at least one of `k` attempts passes, if `passed` of `attempts` did: 1 - C(n - c, k) / C(n, k), without bias.
 * @see https://arxiv.org/abs/2107.03374 Chen et al., section 2.1
 */
export function passAtK(attempts: number, passed: number, k: number): number {
  if (attempts - passed < k) return 1;
  let noneOf = 1;
  for (let index = attempts - passed + 1; index <= attempts; index++) noneOf *= 1 - k / index;
  return 1 - noneOf;
}
