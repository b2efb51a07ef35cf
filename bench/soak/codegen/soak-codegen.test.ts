import { generateUncached } from '../../../tools-codegen/src/testing/generate-uncached.test.support.js';
import { outcomeOf } from './runs.mjs';
import { soakCodegen } from './soak-codegen.mjs';

it('a few steps of every kind of edit and damage leave no stale result', async () => {
  const { counts, kept, problems } = await soakCodegen({
    steps: 10,
    seed: 20261123,
    // Runs that share parsed files and start no process.
    kinds: ['generator'],
    fresh: (dir: string) => outcomeOf(dir, async () => withResult(generateUncached({ cwd: dir }))),
  });
  expect(problems).toEqual([]);
  expect(counts).toEqual({ generator: 10 });
  expect(kept).toBeGreaterThan(2);
});

function withResult<T>(result: T): { result(): Promise<T> } {
  return { result: async () => result };
}
