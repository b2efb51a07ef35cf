import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openRepository } from '../git/open-repository.js';
import { createProgram, type Program } from '../program.test.support.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { STAGED } from './read-changes.js';
import { OpenDiff } from './read-diff.js';

const MEGABYTE = 1_000_000;
const repository = createRepository({ 'small.ts': 'export const a = 1;\n' });
const small = createRepository({ 'small.ts': 'export const a = 1;\n' });
let program: Program;
beforeAll(async () => {
  program = await createProgram();
});
afterAll(() => {
  repository.dispose();
  small.dispose();
});

describe('a diff of 50 MB', () => {
  it('is read with bounded memory, and relevant changes are not lost in it', async () => {
    repository.git('config', 'core.compression', '0');
    const line = `${'data '.repeat(19)}data\n`;
    repository.write('data.csv', line.repeat((50 * MEGABYTE) / line.length));
    repository.write('small.ts', 'export const a = 2;\n');
    repository.git('add', '--all');
    const { git } = await openRepository(repository.root, { environment: TEST_ENVIRONMENT });
    const diff = await (await OpenDiff.open(git, STAGED)).page();
    expect(diff.files.map(({ path }) => path)).toEqual(['small.ts', 'data.csv']);
    expect(diff.files[1]?.added).toBe(500_000);
    expect(diff.patches.map(({ path, cut }) => [path, cut])).toEqual([
      ['small.ts', false],
      ['data.csv', true],
    ]);
    expect(JSON.stringify(diff).length).toBeLessThan(20_000);
    expect(diff.next).toEqual({ file: 1, character: expect.any(Number) });

    small.write('small.ts', 'export const a = 2;\n');
    small.git('add', '--all');
    const [usual, large] = [await commit(small.root), await commit(repository.root)];
    expect(large.stdout).toContain(
      'Change small.ts and 1 more\n\nThe staged diff has 2 files and 2 patches.',
    );
    expect(large.peak - usual.peak).toBeLessThan(60 * MEGABYTE);
  });
});

/** Everything in this process uses memory, so the command gets its own process, which reports its peak at the end. */
async function commit(cwd: string): Promise<{ stdout: string; peak: number }> {
  const meter = `process.on('exit', () => process.stderr.write(\`\\n\${process.resourceUsage().maxRSS}\`));`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(meter)}`, program.file, 'commit'];
  const env = { ...process.env, ...TEST_ENVIRONMENT };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });
  const kilobytes = Number(stderr.split('\n').at(-1));
  expect(kilobytes).toBeGreaterThan(0);
  return { stdout, peak: kilobytes * 1024 };
}
