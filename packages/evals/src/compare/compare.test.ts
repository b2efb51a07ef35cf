// L4
import fc from 'fast-check';
import { compareWithBaseline, type EvalReport, printBaseline, readBaseline, toBaseline } from '../index.js';
import { passAtK } from '../report/pass-at-k.js';
import { bootstrapMean, resamplesOf } from './bootstrap.js';

type Results = Readonly<Record<string, number | null>>;

function reportOf(results: Results, digest = 'd', version = 'v'): EvalReport {
  const cases = Object.entries(results).map(([id, passRate]) => ({
    ...{ id, digest, tags: [], input: '', passRate, attempts: [] },
    scores: passRate === null ? {} : { contains: passRate },
  }));
  const scorers = [{ name: 'contains', version, mean: 1, passRate: 1, scores: 1, errors: 0 }];
  return { eval: 'support', version: 1, cases, scorers } as unknown as EvalReport;
}
const many = (passRate: (index: number) => number, count = 40): Results =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, passRate(index)]));
const compare = (before: Results, now: Results) =>
  compareWithBaseline(reportOf(now), toBaseline([reportOf(before)]));

it('tells better from worse, and says where a difference is not beyond chance', () => {
  const half = many((index) => index % 2);
  expect(
    compare(
      half,
      many(() => 1),
    ).total,
  ).toMatchObject({ baseline: 0.5, now: 1, difference: 0.5, verdict: 'better' });
  expect(
    compare(
      many(() => 1),
      half,
    ).total,
  ).toMatchObject({ difference: -0.5, verdict: 'worse' });
  expect(compare(half, half).total).toMatchObject({
    difference: 0,
    interval: [0, 0],
    verdict: 'not distinguishable',
  });
  expect(
    compare(
      half,
      many((index) => (index + 1) % 2),
    ).total.verdict,
  ).toBe('not distinguishable');
  // Five cases of the same sign may be chance.
  expect(
    compare(
      many(() => 0, 5),
      many(() => 1, 5),
    ).total.verdict,
  ).toBe('not distinguishable');
  expect(
    compare(
      many(() => 0, 6),
      many(() => 1, 6),
    ).total.verdict,
  ).toBe('better');
});

it('leaves out what cannot be paired, and names it', () => {
  const before = toBaseline([reportOf({ same: 1, gone: 1, changed: 1, broken: 1 })]);
  const now = reportOf({ same: 1, new: 1, broken: null });
  const changed = reportOf({ changed: 0 }, 'other').cases;
  expect(compareWithBaseline({ ...now, cases: [...now.cases, ...changed] }, before)).toMatchObject({
    ...{ cases: 1, added: ['new'], removed: ['gone'], changed: ['changed'], incomplete: ['broken'] },
    scorersLeftOut: [],
  });
  const other = compareWithBaseline(reportOf({ same: 1 }, 'd', 'v2'), before);
  expect(other).toMatchObject({ scorers: [], scorersLeftOut: ['contains'] });
  expect(compareWithBaseline({ ...now, eval: 'other' }, before).total).toMatchObject({ difference: null });
});

it('finds no difference between equal distributions in about the nominal share of comparisons', () => {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const trials = 400;
  let different = 0;
  for (let trial = 0; trial < trials; trial++) {
    const draw = () => many(() => (random() < 0.7 ? 1 : 0), 60);
    if (compare(draw(), draw()).total.verdict !== 'not distinguishable') different++;
  }
  expect(different / trials).toBeLessThan(0.1);
  expect(different).toBeGreaterThan(0);
}, 600_000);

it('draws the same samples each time, and in linear time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
      (differences) => {
        const { low, high } = bootstrapMean(differences, 0.95);
        expect(bootstrapMean(differences, 0.95)).toEqual({ low, high });
        expect(low).toBeGreaterThanOrEqual(Math.min(...differences) - 1e-12);
        expect(high).toBeLessThanOrEqual(Math.max(...differences) + 1e-12);
      },
    ),
    { numRuns: 20 },
  );
  expect([1, 2_000, 10_000, 1_000_000].map(resamplesOf)).toEqual([10_000, 10_000, 2_000, 1_000]);
});

it('computes pass@k as by counting all choices', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (attempts, k) => {
        fc.pre(k <= attempts.length);
        let choices = 0;
        let passing = 0;
        for (let mask = 0; mask < 2 ** attempts.length; mask++) {
          const chosen = attempts.filter((_, index) => (mask & (1 << index)) !== 0);
          if (chosen.length !== k) continue;
          choices++;
          if (chosen.includes(true)) passing++;
        }
        expect(passAtK(attempts.length, attempts.filter(Boolean).length, k)).toBeCloseTo(
          passing / choices,
          10,
        );
      },
    ),
  );
});

it('writes a baseline that is always the same text, and reads it and reports', () => {
  const text = printBaseline(toBaseline([reportOf({ b: 1 / 3, a: 1, left: null, 'x"\n<': 0 })]));
  expect(text).toBe(`{
  "version": 1,
  "evals": {
    "support": {
      "scorers": {"contains":"v"},
      "cases": {
        "a": {"digest":"d","passRate":1,"scores":{"contains":1}},
        "b": {"digest":"d","passRate":0.3333,"scores":{"contains":0.3333}},
        "x\\"\\n<": {"digest":"d","passRate":0,"scores":{"contains":0}}
      }
    }
  }
}
`);
  expect(printBaseline(readBaseline(text, 'b.json'))).toBe(text);
  const report = JSON.stringify(reportOf({ a: 1 }));
  expect(readBaseline(report, 'r.json').evals.support?.cases).toHaveProperty('a');
  const damaged = text.replace('"passRate":1,', '"passRate":9,');
  expect(() => readBaseline(damaged, 'b.json')).toThrow("b.json is damaged: case 'a' has the score 9.");
  for (const other of ['', '[]', '{"version":2,"evals":{}}', '{}']) {
    expect(() => readBaseline(other, 'b.json')).toThrow(
      'b.json is not a baseline and not the report of an eval.',
    );
  }
});
