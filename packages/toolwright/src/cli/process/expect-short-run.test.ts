import { createScratch, PROJECT_FILES, removeScratch, runCli } from '../cli.test.support.js';
import { budgetFor } from './expect-short-run.js';

afterAll(removeScratch);

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

  it.each([['codegen'], ['list'], ['lock']])(
    'tells the number of tools that %s reads',
    async (command) => {
      const cwd = createScratch({
        ...PROJECT_FILES,
        'src/tools.ts':
          "import { tool } from 'toolwright';\n/** One. */\nexport const one = tool((): number => 1);\n/** Two. */\nexport const two = tool((): number => 2);\n",
      });
      const counts: number[] = [];
      await runCli([command], { cwd, expectShortRun: () => (count) => counts.push(count) });
      expect(counts).toEqual([2]);
    },
    60_000,
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
