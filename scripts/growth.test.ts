import { growth } from './growth.mjs';

describe('growth', () => {
  it('tells quadratic time from linear time', async () => {
    let sum = 0;
    const compareAll = (size: number): void => {
      for (let one = 0; one < size; one += 1)
        for (let other = 0; other < size; other += 1) sum += one ^ other;
    };
    const readOnce = (size: number): void => {
      for (let index = 0; index < size * 8_000; index += 1) sum += index;
    };
    expect(await growth(compareAll, [1_000, 4_000, 16_000])).toMatch(/times as slow per unit at 16000/);
    expect(await growth(readOnce, [1_000, 4_000, 16_000])).toBe('linear');
    expect(sum).not.toBe(0);
  });
});
