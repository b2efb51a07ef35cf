import { readDecisions, readPlace } from './read-requests.js';

const placeOf = (query: string) => readPlace(new URLSearchParams(query));

// K2
it('a list of runs goes on after any time, also one before 1970', () => {
  expect(placeOf('')).toBeUndefined();
  for (const startedAt of [-86_400_000, 0, 1.5]) {
    expect(placeOf(`before=${startedAt}&beforeId=r`)).toEqual({ startedAt, runId: 'r' });
  }
  for (const wrong of ['x', 'NaN', '-Infinity']) {
    expect(() => placeOf(`before=${wrong}`)).toThrow("'before' must be a number");
  }
});

// K6
it('takes arguments with an approval, and nothing but an object', () => {
  const decisions = { a: { approved: true, arguments: { city: 'Bern' } }, b: { approved: true } };
  expect(readDecisions(decisions)).toEqual(decisions);
  for (const wrong of [[], 'x', 1, null]) {
    expect(() => readDecisions({ a: { approved: true, arguments: wrong } })).toThrow(
      "The 'arguments' of the decision about 'a' must be an object.",
    );
  }
});
