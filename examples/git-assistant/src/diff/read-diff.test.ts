import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository } from '../git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { compareWorkingTree, STAGED } from './read-changes.js';
import { OpenDiff } from './read-diff.js';

const repository = createRepository({
  config: 'a\n',
  'b.ts': 'b\n',
  'old.ts': 'one\ntwo\nthree\nfour\nfive\n',
});
afterAll(() => repository.dispose());
const open = () => openRepository(repository.root, { environment: TEST_ENVIRONMENT });

describe('a diff', () => {
  it('shows no secret of a folder that has replaced a file', async () => {
    rmSync(join(repository.root, 'config'));
    repository.write('config/.env', 'TOKEN=hunter2\n');
    repository.git('add', '--all');
    const { git } = await open();
    const diff = await (await OpenDiff.open(git, STAGED)).page();
    expect(diff.patches).toEqual([{ path: 'config', patch: '@@ -1 +0,0 @@\n\t-a\n', cut: false }]);
    expect(diff.missing).toEqual(['Withheld: the contents of 1 file that may hold secrets.']);
    repository.git('reset', '--quiet', '--hard');
  });

  it('shows a renamed file once, with its earlier name', async () => {
    repository.git('mv', 'old.ts', 'new.ts');
    repository.write('new.ts', 'one\ntwo\nthree\nfour\nsix\n');
    const { git } = await open();
    const { files, patches } = await (await OpenDiff.open(git, await compareWorkingTree(git))).page();
    expect(files).toMatchObject([
      { path: 'new.ts', from: 'old.ts', change: 'renamed', added: 1, deleted: 1 },
    ]);
    expect(patches[0]?.patch).toContain('\t-five\n5\t+six\n');
    repository.git('reset', '--quiet', '--hard');
  });

  it('stays within its limits and says what is missing', async () => {
    for (let index = 0; index < 12; index += 1)
      repository.write(`src/f${index}.ts`, `${'line\n'.repeat(40)}`);
    repository.git('add', '--all');
    const { git } = await open();
    const first = await (await OpenDiff.open(git, STAGED)).page({ tokens: 150, each: 100 });
    expect(first.files).toHaveLength(12);
    expect(first.patches.length).toBeLessThan(12);
    expect(first.next).toEqual({ file: first.patches.length, character: 0 });
    expect(first.missing).toEqual([
      `There is more: call again with the same range and paths, and from ${JSON.stringify(first.next)}, until no "next" is given.`,
    ]);
    const some = await (await OpenDiff.open(git, STAGED, ['src/f3.ts'])).page();
    expect(some.patches.map(({ path }) => path)).toEqual(['src/f3.ts']);
  });
});
