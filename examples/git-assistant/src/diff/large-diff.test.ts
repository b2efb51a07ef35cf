import { runCommand } from '../cli.test.support.js';
import { openRepository } from '../git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { STAGED } from './read-changes.js';
import { readDiff } from './read-diff.js';

const MEGABYTE = 1_000_000;
const repository = createRepository({ 'small.ts': 'export const a = 1;\n' });
afterAll(() => repository.dispose());

describe('a diff of 50 MB', () => {
  it('is read with bounded memory, and what matters is not lost in it', async () => {
    repository.git('config', 'core.compression', '0');
    const line = `${'data '.repeat(19)}data\n`;
    repository.write('data.csv', line.repeat((50 * MEGABYTE) / line.length));
    repository.write('small.ts', 'export const a = 2;\n');
    repository.git('add', '--all');
    const { git } = await openRepository(repository.root, { environment: TEST_ENVIRONMENT });
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    const diff = await readDiff(git, STAGED, []);
    expect(diff.files.map(({ path }) => path)).toEqual(['small.ts', 'data.csv']);
    expect(diff.files[1]?.added).toBe(500_000);
    expect(diff.patches.map(({ path, cut }) => [path, cut])).toEqual([
      ['small.ts', false],
      ['data.csv', true],
    ]);
    expect(JSON.stringify(diff).length).toBeLessThan(20_000);
    expect(diff.missing).toEqual(['Patches marked "cut" are longer than shown.']);
    const { stdout } = await runCommand(['commit'], { cwd: repository.root });
    clearInterval(timer);
    expect(stdout).toContain('Change small.ts and 1 more\n\nThe staged diff has 2 files and 2 patches.');
    expect(peak - before).toBeLessThan(60 * MEGABYTE);
  }, 60_000);
});
