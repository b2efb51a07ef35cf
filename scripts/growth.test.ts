import { growth } from './growth.mjs';

const SIZES = [1, 4, 16] as const;

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
    expect(await growth((size) => work(1.6 * size ** 2), SIZES)).toMatch(/times as slow per unit at 16/);
    expect(await growth((size) => work(20 * size), SIZES)).toBe('linear');
  });

  it('compares again if all attempts with the largest size were disturbed', async () => {
    let disturbances = 3;
    const run = (size: number) => {
      const isDisturbed = size === 16 && disturbances > 0;
      if (isDisturbed) disturbances -= 1;
      work(isDisturbed ? 1_300 : 20 * size);
    };
    expect(await growth(run, SIZES)).toBe('linear');
    expect(disturbances).toBe(0);
  });

  it('measures no smaller size of what is fast', async () => {
    const sizes: number[] = [];
    expect(await growth((size) => sizes.push(size), SIZES)).toBe('linear');
    expect(sizes).toEqual([16]);
  });
});
