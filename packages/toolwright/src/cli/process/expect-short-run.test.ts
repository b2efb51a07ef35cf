import { cachedDataVersionTag } from 'node:v8';
import { createScratch, PROJECT_FILES, removeScratch, runCli } from '../cli.test.support.js';
import { budgetForFiles, budgetForTools, expectShortRun, type ShortRun } from './expect-short-run.js';

afterAll(removeScratch);

const IDLE: ShortRun = { onFilesFound: () => {}, onToolsFound: () => {}, onToolsRead: () => {} };

async function shortRuns(...args: string[]): Promise<number> {
  let calls = 0;
  await runCli(args, {
    importCodegen: () => Promise.reject(new Error('not needed here')),
    importTokenizer: () => Promise.reject(new Error('not needed here')),
    expectShortRun: () => {
      calls += 1;
      return IDLE;
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
    'tells how many files and tools %s has found, and when it has read them',
    async (command) => {
      const cwd = createScratch({
        ...PROJECT_FILES,
        'src/tools.ts':
          "import { tool } from 'toolwright';\n/** One. */\nexport const one = tool((): number => 1);\n/** Two. */\nexport const two = tool((): number => 2);\n",
      });
      const calls: string[] = [];
      const expectShortRun = (): ShortRun => ({
        onFilesFound: (count) => calls.push(`${count} file`),
        onToolsFound: (count) => calls.push(`${count} tools`),
        onToolsRead: () => calls.push('read'),
      });
      await runCli([command], { cwd, expectShortRun });
      expect(calls).toEqual(['1 file', '2 tools', 'read']);
    },
  );

  it('does not set them if it runs until it is stopped', async () => {
    expect(await shortRuns('codegen', '--watch')).toBe(0);
  });
});

describe('the flags of V8', () => {
  it('are those from before the tools were found, once they are read: stored code is valid for one set of flags', () => {
    const { onFilesFound, onToolsFound, onToolsRead } = expectShortRun();
    const before = cachedDataVersionTag();
    onFilesFound(1_000);
    onToolsFound(10_000);
    if (process.versions.v8.startsWith('11.3.')) expect(cachedDataVersionTag()).not.toBe(before);
    onToolsRead();
    expect(cachedDataVersionTag()).toBe(before);
  });
});

describe('the budget of V8 for a number of files', () => {
  it.each([
    [0, 300_000],
    [330, 300_000],
    [550, 200_000],
    [1_100, 100_000],
    [1_000_000, 100_000],
  ])('of %d files is %d bytes', (files, bytes) => {
    expect(budgetForFiles(files)).toBe(bytes);
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
    expect(budgetForTools(tools)).toBe(bytes);
  });
});
