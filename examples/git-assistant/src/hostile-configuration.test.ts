import { chmodSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openRepository } from './git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from './repository.test.support.js';
import { coreTools, mainTools } from './tools/core-tools.js';

const repository = createRepository({
  'a.ts': 'export const a = 1;\n',
  'b.txt': 'b\n',
  '.gitattributes': '*.ts diff=evil filter=evil\n*.txt filter=clean=er\n',
  'package.json': '{ "devDependencies": { "eslint": "9" } }',
});
const marker = join(repository.root, 'marker');
const evil = join(repository.root, '.git', 'evil.sh');

beforeAll(() => {
  repository.write('.git/evil.sh', `#!/bin/sh\ntouch '${marker}'\ncat\n`);
  chmodSync(evil, 0o755);
  const config = {
    'core.fsmonitor': evil,
    'core.hooksPath': '.git',
    'core.pager': evil,
    'pager.log': evil,
    'diff.external': evil,
    'diff.evil.command': evil,
    'diff.evil.textconv': evil,
    'filter.evil.clean': evil,
    'filter.evil.smudge': evil,
    'filter.evil.required': 'true',
    'filter.clean=er.process': evil,
    'log.showSignature': 'true',
    'gpg.program': evil,
    'core.sshCommand': evil,
    'core.editor': evil,
    'alias.status': `!${evil}`,
  };
  for (const [key, value] of Object.entries(config)) repository.git('config', key, value);
  repository.write('a.ts', 'export const a = 2;\n');
  repository.write('b.txt', 'c\n');
  repository.write('node_modules/eslint/package.json', '{ "bin": { "eslint": "run.js" } }');
  repository.write(
    'node_modules/eslint/run.js',
    `require('node:fs').writeFileSync('marker', ''); console.log('linted');`,
  );
  rmSync(marker, { force: true });
});
afterAll(() => repository.dispose());

describe('a repository that configures programs', () => {
  it('makes a plain git run them', () => {
    repository.git('diff');
    expect(existsSync(marker)).toBe(true);
    rmSync(marker);
  });

  it('makes no tool run them', async () => {
    const opened = await openRepository(repository.root, { environment: TEST_ENVIRONMENT });
    const tools = coreTools(opened);
    await tools.call('gitStatus', {});
    const { patches } = await tools.call('gitDiff', { range: { of: 'uncommitted' } });
    expect(patches.map(({ patch }) => patch)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('+export const a = 2;'),
        expect.stringContaining('+c'),
      ]),
    );
    await tools.call('gitChangedFiles', { range: { of: 'unstaged' } });
    await tools.call('gitLog', {});
    await tools.call('gitShow', { revision: 'HEAD' });
    await tools.call('gitBlame', { path: 'a.ts' });
    await tools.call('fileRead', { path: 'a.ts' });
    await tools.call('codeSearch', { query: 'const' });
    await tools.call('repositoryMap', {});
    await tools.call('projectDocs', {});
    await mainTools(opened).call('repositoryInfo', {});
    const { linters } = await tools.call('staticAnalysis', { paths: ['a.ts'] });
    expect(linters).toEqual([{ name: 'eslint', output: expect.stringContaining('Not run') }]);
    expect(existsSync(marker)).toBe(false);
  });

  it('cannot make a tool read the files of another folder', async () => {
    const other = createRepository({ 'a.ts': '1\n' });
    other.git('config', 'core.worktree', dirname(other.root));
    const opened = openRepository(other.root, { environment: TEST_ENVIRONMENT });
    await expect(opened).rejects.toThrow('(core.worktree), so it is not read.');
    other.dispose();
  });

  it('has its linters run if the user allows it', async () => {
    const opened = await openRepository(repository.root, { environment: TEST_ENVIRONMENT, allowRun: true });
    const { linters } = await coreTools(opened).call('staticAnalysis', { paths: ['a.ts'] });
    expect(linters).toEqual([{ name: 'eslint', exitCode: 0, output: 'linted\n' }]);
    expect(existsSync(marker)).toBe(true);
  });
});
