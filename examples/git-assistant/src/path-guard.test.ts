import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRepository } from './git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from './repository.test.support.js';
import { coreTools } from './tools/core-tools.js';

const CANARY = 'canary-of-another-folder';
const outside = mkdtempSync(join(tmpdir(), 'outside-'));
const repository = createRepository({
  'src/a.ts': 'export const a = 1;\n',
  'deep/er/passwd': 'tracked\n',
  'plain/passwd': 'tracked\n',
  '.env': `TOKEN=${CANARY}\n`,
});
const { root } = repository;

beforeAll(() => {
  writeFileSync(join(outside, 'passwd'), `${CANARY}\n`);
  mkdirSync(join(outside, 'er'));
  writeFileSync(join(outside, 'er/passwd'), `${CANARY}\n`);
  repository.write('.git/canary', CANARY);
  // Tracked files of which a folder above has become a link.
  renameSync(join(root, 'plain'), join(root, 'was-plain'));
  symlinkSync(outside, join(root, 'plain'));
  renameSync(join(root, 'deep'), join(root, 'was-deep'));
  symlinkSync(outside, join(root, 'deep'));
  symlinkSync('deep', join(root, 'link-to-link'));
  symlinkSync(join(outside, 'passwd'), join(root, 'file-link'));
  symlinkSync('../outside', join(root, 'up'));
  symlinkSync('nowhere', join(root, 'dangling'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('.git', join(root, 'git-folder'));
  symlinkSync('.env', join(root, 'harmless.txt'));
  symlinkSync('src', join(root, 'inside'));
  symlinkSync('a.ts', join(root, 'src/b.ts'));
});
afterAll(() => {
  repository.dispose();
  rmSync(outside, { recursive: true });
});
let opened: ReturnType<typeof openRepository> | undefined;
const tools = async () => {
  opened ??= openRepository(root, { environment: TEST_ENVIRONMENT });
  return coreTools(await opened);
};
/** Tools that ask git's history read no paths from the disk, so a few paths are enough for them. */
const HISTORY = new Set([
  'plain/passwd',
  'link-to-link/er/passwd',
  '.env',
  ':(exclude)src',
  '--output=pwned',
]);

const HOSTILE = [
  ...[
    'plain/passwd',
    'deep/er/passwd',
    'link-to-link/er/passwd',
    'file-link',
    'up',
    'dangling',
    'loop',
    'loop/x',
  ],
  ...[
    'git-folder/canary',
    'git-folder/config',
    '.git/canary',
    '.GIT/canary',
    '.git./canary',
    '.g\u200cit/canary',
  ],
  ...['git~1/canary', '.git::$INDEX_ALLOCATION/canary', 'src/../.git/canary', 'harmless.txt', '.env', '.ENV'],
  ...[
    join(outside, 'passwd'),
    '/etc/passwd',
    '../x',
    'src/../../x',
    'src\0/../x',
    '~/.ssh/id_rsa',
    '//etc/passwd',
  ],
  ...[
    ':(exclude)src',
    ':(top)../',
    ':/plain/passwd',
    ':!src',
    '-x',
    '--contents=/etc/passwd',
    '--output=pwned',
  ],
];

// E4: all tools use the same guard for paths
describe('a path from a model', () => {
  it.each(HOSTILE)('%j shows nothing that is out of bounds', async (path) => {
    const core = await tools();
    const calls = [
      core.call('fileRead', { path }),
      core.call('gitBlame', { path }),
      core.call('codeSearch', { query: 'canary', choice: { folder: path } }),
      core.call('staticAnalysis', { paths: [path] }),
      ...(HISTORY.has(path)
        ? [
            core.call('gitBlame', { path, revision: 'HEAD' }),
            core.call('gitLog', { path }),
            core.call('gitDiff', { range: { of: 'uncommitted' }, paths: [path] }),
            core.call('gitDiff', { range: { of: 'unstaged' }, paths: [path] }),
            core.call('gitShow', { revision: 'HEAD', paths: [path] }),
            core.call('codeSearch', { query: 'canary', choice: { files: path } }),
            core.call('repositoryMap', { folder: path }),
          ]
        : []),
    ];
    const said = (await Promise.allSettled(calls)).map((one) =>
      one.status === 'fulfilled' ? JSON.stringify(one.value) : String(one.reason),
    );
    expect(said.join('\n')).not.toContain(CANARY);
    expect(said.join('\n')).not.toContain('root:');
    // Reading the file, and blaming it without a revision, are refused.
    expect(said[0]).toMatch(/leads out|does not exist|own files|secret|absolute|NUL|to itself/);
    expect(said[1]).toMatch(/leads out|does not exist|own files|secret|absolute|NUL|to itself/);
  });

  it('is followed through links that stay inside the repository', async () => {
    const core = await tools();
    for (const path of ['src/a.ts', 'inside/a.ts', 'src/b.ts', 'inside/b.ts']) {
      await expect(core.call('fileRead', { path })).resolves.toMatchObject({
        text: expect.stringContaining('a = 1'),
      });
      await expect(core.call('gitBlame', { path })).resolves.toMatchObject({ lines: [{ line: 1 }] });
    }
  });

  it('that is a link is not followed by tools that read all files', async () => {
    const core = await tools();
    const results = [
      await core.call('codeSearch', { query: 'canary' }),
      await core.call('repositoryMap', {}),
      await core.call('gitDiff', { range: { of: 'uncommitted' } }),
      await core.call('gitStatus', {}),
      await core.call('staticAnalysis', {}),
    ];
    expect(JSON.stringify(results)).not.toContain(CANARY);
  });
});
