import { runCli } from '../cli.test.support.js';
import { budgetFor } from './expect-short-run.js';

async function shortRuns(...args: string[]): Promise<number> {
  let calls = 0;
  await runCli(args, {
    importCodegen: () => Promise.reject(new Error('not needed here')),
    importTokenizer: () => Promise.reject(new Error('not needed here')),
    expectShortRun: () => {
      calls += 1;
      return () => {};
    },
  });
  return calls;
}

describe('a command that runs the compiler', () => {
  it.each([['codegen'], ['codegen', '--check'], ['list'], ['schema', '--all']])(
    "once (%j) sets V8's flags for short processes",
    async (...args) => {
      expect(await shortRuns(...args)).toBe(1);
    },
  );

  it('does not set them if it runs until it is stopped', async () => {
    expect(await shortRuns('codegen', '--watch')).toBe(0);
  });
});

describe('the budget of V8 for a number of tools', () => {
  it.each([
    [0, 300_000],
    [1_000, 300_000],
    [4_000, 100_000],
    [10_000, 40_000],
    [1_000_000, 40_000],
  ])('of %d tools is %d bytes', (tools, bytes) => {
    expect(budgetFor(tools)).toBe(bytes);
  });
});
