import { DIFFERENCES, findDifference } from '../testing/random-types/differences.test.support.js';
import {
  type Disagreement,
  judgeTypes,
  judgeWritten,
} from '../testing/random-types/judge-types.test.support.js';

/** `npm run soak types` sets both. */
const COUNT = Number(process.env.RANDOM_TYPES ?? 200);
const SEED = Number(process.env.RANDOM_SEED ?? 20261123);

describe('random types', () => {
  it('have schemas that accept exactly what the compiler accepts', () => {
    const { disagreements, ...figures } = judgeTypes(COUNT, SEED);
    const known: Record<string, number> = {};
    const unknown: string[] = [];
    for (const disagreement of disagreements) {
      const name = findDifference(disagreement);
      if (name === undefined) unknown.push(describeDisagreement(disagreement));
      else known[name] = (known[name] ?? 0) + 1;
    }
    if (process.env.RANDOM_TYPES !== undefined)
      process.stdout.write(`${JSON.stringify({ ...figures, known, unknown: unknown.length }, null, 2)}\n`);
    expect(figures.invalid).toEqual([]);
    expect(unknown).toEqual([]);
    // Most types have schemas, and there are enough valid values to compare.
    expect(figures.lowered).toBeGreaterThan(COUNT * 0.8);
    expect(figures.accepted).toBeGreaterThan(figures.values * 0.2);
  }, 900_000);
});

describe('the compiler accepts more than the schema', () => {
  it.each(DIFFERENCES)('$name', ({ name, type, value }) => {
    const { disagreements } = judgeWritten(type, [value]);
    expect(disagreements.map(findDifference)).toEqual([name]);
  });
});

function describeDisagreement({ accepts, value, declarations, type, schema }: Disagreement): string {
  return `Only the ${accepts} accepts ${JSON.stringify(value)}\n${declarations}\n${type}\n${JSON.stringify(schema)}\n`;
}
