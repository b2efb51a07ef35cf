import { codegenTargets } from './targets.mjs';

describe('the targets of codegen', () => {
  const usage = (wallMs: number, peakMb: number) => ({ wallMs, cpuMs: wallMs, peakMb });
  const size = (methods: number, coldMs: number, tscMs: number) => ({
    methods,
    rounds: 1,
    rows: [
      { id: 'toolwright-cold', title: 'ours', usage: usage(coldMs, 130) },
      { id: 'tsc-6', title: 'tsc', usage: usage(tscMs, 100) },
    ],
  });
  const measured = (results: ReturnType<typeof size>[], words: string) =>
    codegenTargets(results).find(({ what }) => what.startsWith(words))?.value;

  it('compare Toolwright with the compiler at the same size', () => {
    const results = [size(1000, 1200, 1500), size(3000, 2000, 4000)];
    expect(measured(results, 'cold, 1,000 methods: wall')).toBe(0.8);
    expect(measured(results, 'cold, 3,000 methods: wall')).toBe(0.5);
    expect(measured(results, 'cold, 3,000 methods: peak memory')).toBe(1.3);
  });

  it('give 1 if each further method takes the same time', () => {
    const linear = [size(1000, 1000, 1), size(3000, 2000, 1), size(10_000, 5500, 1)];
    const growing = [size(1000, 1000, 1), size(3000, 2000, 1), size(10_000, 9000, 1)];
    expect(measured(linear, 'cold, linear')).toBe(1);
    expect(measured(growing, 'cold, linear')).toBe(2);
  });

  it('have no value for figures that the run did not measure', () => {
    const results = [size(1000, 1200, 1500)];
    for (const words of ['cold, 3,000', 'nothing changed, 1,000', 'one file changed', 'cold, linear']) {
      expect(codegenTargets(results).filter(({ what }) => what.startsWith(words))).not.toEqual([]);
      expect(measured(results, words)).toBeUndefined();
    }
  });
});
