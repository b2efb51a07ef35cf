import { openRepository } from '../git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools } from './core-tools.js';

const repository = createRepository({
  'src/sum.ts': 'export const sum = 1;\n',
  'src/gone.ts': 'export const gone = 1;\n',
  'build.log': 'sum\n',
  'logo.png': new Uint8Array([0, 1]),
});
afterAll(() => repository.dispose());

type Core = ReturnType<typeof coreTools>;
let core: Core;
beforeAll(async () => {
  repository.git('rm', '--quiet', 'src/gone.ts', 'build.log');
  repository.commit('Remove', { '.gitignore': '*.log\n' });
  repository.write('build.log', 'sum\n');
  core = coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
});

// E4
describe('a path that does not exist', () => {
  const file = '"scr/sum.ts" does not exist; the nearest is "src/sum.ts".';
  const folder = '"scr" does not exist; the nearest is "src".';

  it.each<[string, (core: Core) => Promise<unknown>, string]>([
    ['fileRead', (tools) => tools.call('fileRead', { path: 'scr/sum.ts' }), file],
    ['gitBlame', (tools) => tools.call('gitBlame', { path: 'scr/sum.ts' }), file],
    ['gitLog', (tools) => tools.call('gitLog', { path: 'scr/sum.ts' }), file],
    ['gitShow', (tools) => tools.call('gitShow', { revision: 'HEAD', paths: ['scr/sum.ts'] }), file],
    [
      'gitDiff',
      (tools) => tools.call('gitDiff', { range: { of: 'uncommitted' }, paths: ['src', 'scr/sum.ts'] }),
      file,
    ],
    ['staticAnalysis', (tools) => tools.call('staticAnalysis', { paths: ['scr/sum.ts'] }), file],
    ['codeSearch', (tools) => tools.call('codeSearch', { query: 'x', choice: { folder: 'scr' } }), folder],
    ['repositoryMap', (tools) => tools.call('repositoryMap', { folder: 'scr' }), folder],
    [
      'fileRead of nothing alike',
      (tools) => tools.call('fileRead', { path: 'wholly/different.rs' }),
      '"wholly/different.rs" does not exist.',
    ],
  ])('is refused by %s with the nearest path that exists', async (_, call, message) => {
    await expect(call(core)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });

  it('is in no commit either: deleted files are found in the history', async () => {
    const shown = await core.call('gitShow', { revision: 'HEAD', paths: ['src/gone.ts'] });
    expect(shown.diff.files).toMatchObject([{ path: 'src/gone.ts', change: 'deleted' }]);
    expect((await core.call('gitLog', { path: 'src/gone.ts' })).commits).toHaveLength(2);
    const range = { of: 'commits', base: 'HEAD~1', head: 'HEAD' } as const;
    expect((await core.call('gitDiff', { range, paths: ['src/gone.ts'] })).total).toBe(1);
    const diff = await core.call('gitDiff', { range: { of: 'staged' }, paths: ['src/sum.ts'] });
    expect(diff.total).toBe(0);
  });

  it('among others is reported, and the others are checked', async () => {
    const { files, missing } = await core.call('staticAnalysis', {
      paths: ['src/sum.ts', 'scr/sum.ts', 'logo.png', 'src'],
    });
    expect({ files, missing }).toEqual({
      files: ['src/sum.ts'],
      missing: [
        file,
        '"logo.png" is a binary file of 2 bytes.',
        '"src" is a folder; use repositoryMap for folders.',
      ],
    });
  });
});

describe('a search that reads no file', () => {
  it.each([
    [{ files: '*.tss' }, 'No file was searched: none of the repository fits "*.tss".'],
    [{ folder: 'src', files: '*.py' }, 'No file was searched: none of "src" fits "*.py".'],
    [{ folder: 'build.log' }, 'No file was searched: git ignores all files of "build.log".'],
  ])('explains that: %j', async (choice, sentence) => {
    expect((await core.call('codeSearch', { query: 'sum', choice })).missing).toEqual([sentence]);
  });

  it('differs from a search whose query matches nothing', async () => {
    expect((await core.call('codeSearch', { query: 'nowhere at all' })).missing).toEqual([]);
  });
});
