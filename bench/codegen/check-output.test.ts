import { missingFrom } from './check-output.mjs';

describe('the check of an output', () => {
  const FOLDER = 'not read here';
  const methods = [{ name: 'findPlan' }, { name: 'getPlan' }];

  it('reports the methods that are missing in an output', () => {
    const contestant = {
      output: () => `export const tools = [{ name: 'findPlan' }]; class A { getPlan() {} }`,
    };
    expect(missingFrom(contestant, FOLDER, 0, methods)).toBe('the output lacks 1 of 2 methods, e.g. getPlan');
  });

  it('accepts an output with all methods, in either kind of quotes', () => {
    const contestant = { output: () => `{ "findPlan": 1, 'getPlan': 2 }` };
    expect(missingFrom(contestant, FOLDER, 0, methods)).toBeUndefined();
  });

  it('reports an output that shows an earlier state of the project', () => {
    const contestant = {
      output: () => `"findPlan" "getPlan" (edition 1)`,
      mark: (round: number) => `(edition ${round})`,
    };
    expect(missingFrom(contestant, FOLDER, 1, methods)).toBeUndefined();
    expect(missingFrom(contestant, FOLDER, 2, methods)).toBe('the output is stale: it lacks "(edition 2)"');
  });
});
