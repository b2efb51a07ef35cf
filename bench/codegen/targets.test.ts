import { codegenTargets } from './targets.mjs';

describe('the targets of codegen', () => {
  const usage = (wallMs: number, peakMb: number) => ({ wallMs, cpuMs: wallMs, peakMb });
  const size = (methods: number, coldMs: number, tscMs: number) => ({
    methods,
    title: `${methods} methods`,
    rounds: 1,
    rows: [
      { id: 'toolwright-cold', title: 'ours', usage: usage(coldMs, 130) },
      { id: 'tsc-6', title: 'tsc', usage: usage(tscMs, 100) },
    ],
  });
  type Result = Partial<Pick<ReturnType<typeof size>, 'methods'>> & Omit<ReturnType<typeof size>, 'methods'>;
  const measured = (results: Result[], words: string) =>
    codegenTargets(results).find(({ what }) => what.startsWith(words))?.value;

  it('compare Toolwright with the compiler at the same size', () => {
    const results = [size(1000, 1200, 1500), size(3000, 2000, 4000)];
    expect(measured(results, 'cold, 1,000 methods: wall')).toBe(0.8);
    expect(measured(results, 'cold, 3,000 methods: wall')).toBe(0.5);
    expect(measured(results, 'cold, 3,000 methods: peak memory')).toBe(1.3);
  });

  it('hold for the median of all projects, and for the worst of them', () => {
    const { methods: _, ...real } = size(0, 900, 1000);
    const results = [size(100, 3000, 1000), size(1000, 700, 1000), size(3000, 800, 1000), real];
    expect(measured(results, 'cold, median of the projects: wall')).toBe(0.8);
    expect(measured(results, 'cold, worst of the projects: wall')).toBe(0.9);
  });

  it('compare an unchanged run with Node.js without a program', () => {
    const quick = size(100, 1, 1);
    quick.rows.push(
      { id: 'toolwright-unchanged', title: 'ours', usage: usage(95, 1) },
      { id: 'node', title: 'empty', usage: usage(60, 1) },
    );
    expect(measured([quick], 'nothing changed, every project')).toBeCloseTo(0.035);
    expect(measured([quick, size(1000, 1, 1)], 'nothing changed, every project')).toBeUndefined();
  });

  it('compare an unchanged diff with an unchanged run of codegen', () => {
    const quick = size(1000, 1, 1);
    quick.rows.push(
      { id: 'toolwright-unchanged', title: 'ours', usage: usage(100, 1) },
      { id: 'toolwright-diff', title: 'ours', usage: usage(130, 1) },
    );
    expect(measured([quick], '`diff`, nothing changed')).toBe(1.3);
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
