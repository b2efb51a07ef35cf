import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFolder, removeFolders } from '../../studio.test.support.js';
import { outputFolders, SourceWatcher } from './source-watcher.js';

const watchers: SourceWatcher[] = [];
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
});
afterAll(removeFolders);

function watch(): {
  readonly root: string;
  readonly changes: () => number;
  until(count: number): Promise<void>;
} {
  const root = createFolder({
    'src/a.ts': '',
    'node_modules/x/index.js': '',
    '.cache/b.js': '',
    'dist/a.js': '',
  });
  let changes = 0;
  watchers.push(new SourceWatcher(root, () => changes++, outputFolders({ agents: [] })));
  const until = async (count: number): Promise<void> => {
    while (changes < count) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { root, changes: () => changes, until };
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 700));

// K3
describe('the sources of a project', () => {
  it('are told to have changed once for a burst of changes', async () => {
    const { root, changes, until } = watch();
    for (let index = 0; index < 20; index++) writeFileSync(path.join(root, `src/${index}.mts`), '');
    await until(1);
    await quiet();
    expect(changes()).toBe(1);
    rmSync(path.join(root, 'src/a.ts'));
    await until(2);
  });

  it('are also those of new folders, moved in or filled later', async () => {
    const { root, changes, until } = watch();
    mkdirSync(path.join(root, 'other'));
    await quiet();
    expect(changes()).toBe(0);
    writeFileSync(path.join(root, 'other/b.js'), '');
    await until(1);
    await quiet();
    const moved = createFolder({ 'deep/c.ts': '' });
    renameSync(path.join(moved, 'deep'), path.join(root, 'src/deep'));
    await until(2);
  });

  it('are no data that a tool writes, no packages, no outputs, and nothing hidden', async () => {
    const { root, changes } = watch();
    for (const file of [
      'notes.md',
      'data.json',
      'src/log.jsonl',
      'node_modules/x/index.js',
      '.cache/b.js',
      'dist/a.js',
    ]) {
      writeFileSync(path.join(root, file), 'changed');
    }
    mkdirSync(path.join(root, 'src/results'));
    await quiet();
    expect(changes()).toBe(0);
  });
});

it('may be in a folder of outputs that Studio was started with', () => {
  expect([...outputFolders({ registry: 'dist/tools.js#registry', agents: ['./out/a.js'] })]).toEqual([
    'build',
    'coverage',
  ]);
});
