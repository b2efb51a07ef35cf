import { growth } from './growth.mjs';
import { cases } from './thorough.mjs';

const SIZES = [4, 16, 64] as const;
/** The largest of them. */
const LARGE = cases(16, 64);

/** More than what is fast enough in any case. */
const [LINEAR_MS, QUADRATIC_MS] = [cases(80, 320), cases(110, 440)];

/** Keeps the processor busy. */
function work(milliseconds: number): void {
  const begun = process.cpuUsage();
  for (let spent = 0; spent < milliseconds * 1_000; ) {
    const { user, system } = process.cpuUsage(begun);
    spent = user + system;
  }
}

describe('growth', () => {
  it('tells quadratic time from linear time', async () => {
    expect(await growth((size) => work(QUADRATIC_MS * (size / LARGE) ** 2), SIZES)).toContain(
      `times as slow per unit at ${4 * LARGE}`,
    );
    expect(await growth((size) => work(LINEAR_MS * (size / LARGE)), SIZES)).toBe('linear');
  });

  it('compares again if all attempts with the largest size were disturbed', async () => {
    let disturbances = 5;
    const run = (size: number) => {
      const isDisturbed = size === LARGE && disturbances > 0;
      if (isDisturbed) disturbances -= 1;
      work((isDisturbed ? 10 : 1) * LINEAR_MS * (size / LARGE));
    };
    expect(await growth(run, SIZES)).toBe('linear');
    expect(disturbances).toBe(0);
  });

  it('accepts what all large tasks need and small ones do not', async () => {
    const run = (size: number) => work((size < LARGE ? 1 / 10 : 1) * LINEAR_MS * (size / LARGE));
    expect(await growth(run, SIZES)).toBe('linear');
  });

  it('measures no smaller size of what is fast', async () => {
    const sizes: number[] = [];
    expect(await growth((size) => sizes.push(size), SIZES)).toBe('linear');
    expect(sizes).toEqual([LARGE]);
  });
});
