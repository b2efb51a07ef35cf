import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository } from './git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT, type TestRepository } from './repository.test.support.js';
import { coreTools, mainTools } from './tools/core-tools.js';

const repositories: TestRepository[] = [];
afterEach(() => {
  for (const one of repositories.splice(0)) one.dispose();
});
function create(files: Parameters<typeof createRepository>[0] = {}): TestRepository {
  const repository = createRepository(files);
  repositories.push(repository);
  return repository;
}
const open = (root: string, environment: NodeJS.ProcessEnv = TEST_ENVIRONMENT) =>
  openRepository(root, { environment });

// E4
describe('a repository that tries to hide a change', () => {
  it('cannot hide it with an attribute or a threshold', async () => {
    const repository = create({ 'a.ts': 'one\n', 'b.ts': 'one\n', 'real.ts': new Uint8Array([0, 1, 2]) });
    repository.write('.gitattributes', '*.ts -diff\n');
    repository.git('config', 'core.bigFileThreshold', '1');
    for (const path of ['a.ts', 'b.ts']) repository.write(path, 'planted\n');
    repository.write('real.ts', new Uint8Array([0, 1, 3]));
    const diff = await coreTools(await open(repository.root)).call('gitDiff', { range: { of: 'unstaged' } });
    expect(diff.files).toMatchObject([
      { path: 'a.ts', kind: 'source', relevance: 1 },
      { path: 'b.ts', kind: 'source' },
      { path: 'real.ts' },
    ]);
    expect(diff.patches.map(({ path, patch }) => [path, patch])).toEqual([
      ['a.ts', '@@ -1 +1 @@\n\t-one\n1\t+planted\n'],
      ['b.ts', '@@ -1 +1 @@\n\t-one\n1\t+planted\n'],
    ]);
  });
});

describe('a filter', () => {
  it('of the user does not run either, because the repository decides what it runs and writes', async () => {
    const repository = create({
      '.gitattributes': '*.psd filter=lfs\n',
      'a.psd': 'version https://git-lfs\n',
    });
    const marker = join(repository.root, 'marker');
    const lfs = join(repository.root, '.git/git-lfs.sh');
    repository.write('.git/git-lfs.sh', `#!/bin/sh\ntouch '${marker}'\ncat\n`);
    chmodSync(lfs, 0o755);
    const config = join(repository.root, '.git/user-config');
    repository.write(
      '.git/user-config',
      `[filter "lfs"]\n\tclean = ${lfs}\n\tsmudge = ${lfs}\n\trequired = true\n`,
    );
    repository.write('a.psd', 'pixels\n');
    const tools = coreTools(await open(repository.root, { ...TEST_ENVIRONMENT, GIT_CONFIG_GLOBAL: config }));
    const { patches } = await tools.call('gitDiff', { range: { of: 'unstaged' } });
    expect(patches[0]?.patch).toContain('+pixels');
    await tools.call('gitStatus', {});
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a configuration whose entries could run, connect, write or hang', () => {
  it('has none of these effects', async () => {
    const repository = create({ 'a.ts': 'one\n' });
    repository.commit('Two', { 'a.ts': 'two\n' });
    const marker = join(repository.root, '.git/marker');
    const evil = join(repository.root, '.git/evil.sh');
    repository.write('.git/evil.sh', `#!/bin/sh\ntouch '${marker}'\n`);
    chmodSync(evil, 0o755);
    repository.write(
      '.git/included',
      `[diff "own"]\n\ttextconv = ${evil}\n\tcommand = ${evil}\n[filter "included"]\n\tclean = ${evil}\n\tprocess = ${evil}\n`,
    );
    repository.write('.git/info/attributes', '*.ts diff=own filter=included merge=own\n');
    const entries = {
      'include.path': 'included',
      'core.alternateRefsCommand': evil,
      'core.gitProxy': evil,
      'core.askPass': evil,
      'credential.helper': `!${evil}`,
      'protocol.allow': 'always',
      'protocol.ext.allow': 'always',
      'extensions.partialClone': 'origin',
      'remote.origin.url': `ext::${evil}`,
      'remote.origin.promisor': 'true',
      'remote.origin.uploadpack': evil,
      'gpg.ssh.program': evil,
      'gpg.x509.program': evil,
      'merge.own.driver': evil,
      'sequence.editor': evil,
      'submodule.sub.update': `!${evil}`,
      'trace2.eventTarget': marker,
      'maintenance.auto': 'true',
      'gc.auto': '1',
      'diff.orderFile': '/nonexistent',
      'core.repositoryFormatVersion': '1',
    };
    for (const [key, value] of Object.entries(entries)) repository.git('config', key, value);
    repository.write('a.ts', 'three\n');
    // Git would fetch a missing object from the remote, with the program that the remote names.
    const blob = repository.git('rev-parse', 'HEAD~1:a.ts').trim();
    rmSync(join(repository.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const opened = await open(repository.root);
    const tools = coreTools(opened);
    await tools.call('gitStatus', {});
    await tools.call('gitDiff', { range: { of: 'uncommitted' } });
    const { diff } = await tools.call('gitShow', { revision: 'HEAD' });
    expect(diff.files).toMatchObject([{ path: 'a.ts', change: 'modified' }]);
    expect(diff.missing).toEqual(['Not shown: 1 patch whose contents this partial clone lacks.']);
    const blame = tools.call('gitBlame', { path: 'a.ts', revision: 'HEAD~1' });
    await expect(blame).rejects.toThrow('this partial clone lacks');
    await tools.call('gitLog', { path: 'a.ts' });
    await tools.call('codeSearch', { query: 'three' });
    await mainTools(opened).call('repositoryInfo', {});
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a renamed file', () => {
  it('keeps its history: blame and log continue under its earlier name', async () => {
    const repository = create({ 'old.ts': 'a\nb\nc\nd\n' });
    repository.git('mv', 'old.ts', 'new.ts');
    repository.git('commit', '--quiet', '-m', 'Rename');
    repository.commit('Add a line', { 'new.ts': 'a\nb\nc\nd\ne\n' });
    const tools = coreTools(await open(repository.root));
    const { commits } = await tools.call('gitLog', { path: 'new.ts' });
    expect(commits.map(({ title, path }) => [title, path])).toEqual([
      ['Add a line', 'new.ts'],
      ['Rename', 'new.ts'],
      ['Begin', 'old.ts'],
    ]);
    const blame = await tools.call('gitBlame', { path: 'new.ts' });
    expect(blame.commits.map(({ title, path }) => [title, path])).toEqual([
      ['Begin', 'old.ts'],
      ['Add a line', 'new.ts'],
    ]);
  });
});

describe('files of a submodule', () => {
  it('are read, except those that the submodule ignores', async () => {
    const inner = create({ 'lib.ts': 'export const lib = 1;\n', '.gitignore': 'private.ts\n' });
    const repository = create({ 'a.ts': '1\n' });
    const allowed = ['-c', 'protocol.file.allow=always'];
    repository.git(...allowed, 'submodule', '--quiet', 'add', `file://${inner.root}`, 'sub');
    repository.write('sub/private.ts', 'hidden\n');
    const tools = coreTools(await open(repository.root));
    await expect(tools.call('fileRead', { path: 'sub/lib.ts' })).resolves.toMatchObject({ lines: 1 });
    await expect(tools.call('fileRead', { path: 'sub/private.ts' })).rejects.toThrow('ignored by git');
  });
});

describe('a file that is nested too deeply for a parser', () => {
  it('does not affect the map or the analysis of other files', async () => {
    const repository = create({
      'deep.ts': `export const a = ${'['.repeat(50_000)}`,
      'chain.ts': `export const b = ${'-'.repeat(1)}${'- '.repeat(40_000)}1;\n`,
      'generic.ts': `export type T = ${'A<'.repeat(20_000)}1;\n`,
      'fine.ts': 'export const fine = 1;\n',
      'spaces.json': `{${'\n'.repeat(200_000)}`,
    });
    const tools = coreTools(await open(repository.root));
    const { files } = await tools.call('repositoryMap', {});
    expect(files).toContainEqual({ path: 'fine.ts', declares: ['export const fine'] });
    const paths = ['deep.ts', 'chain.ts', 'generic.ts', 'fine.ts', 'spaces.json'];
    const { problems } = await tools.call('staticAnalysis', { paths });
    expect(problems.map(({ path }) => path)).toContain('spaces.json');
  });
});
