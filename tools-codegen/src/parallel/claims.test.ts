import fc from 'fast-check';
import { createClaims } from './claims.js';

describe('claims', () => {
  it('give each site to one thread, in ascending order', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.func(fc.boolean()), (count, isOurTurn) => {
        const ours = createClaims();
        const both = [ours, createClaims(ours.memory)].map(({ take }) => take(count)[Symbol.iterator]());
        const taken: number[][] = [[], []];
        let open = [0, 1];
        for (let turn = 0; open.length > 0; turn += 1) {
          const thread = open[isOurTurn(turn) ? 0 : open.length - 1] ?? 0;
          const next = both[thread]?.next();
          if (next?.done === false) taken[thread]?.push(next.value);
          else open = open.filter((one) => one !== thread);
        }
        const byNumber = (a: number, b: number): number => a - b;
        for (const indexes of taken) expect(indexes).toEqual([...indexes].sort(byNumber));
        expect(taken.flat().sort(byNumber)).toEqual(Array.from({ length: count }, (_, index) => index));
      }),
    );
  });

  it('end the wait for a thread that has finished', () => {
    const claims = createClaims();
    expect(claims.waitForOther(1)).toBe(false);
    createClaims(claims.memory).finish();
    expect(claims.waitForOther(1)).toBe(true);
  });
});
