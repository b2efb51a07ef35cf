import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGED } from './diff/read-changes.js';
import { OpenDiff } from './diff/read-diff.js';
import { openRepository } from './git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT, type TestRepository } from './repository.test.support.js';

let module: TestRepository;
let repository: TestRepository;
let ids: string[];
beforeEach(() => {
  module = createRepository({ a: '1\n' });
  ids = [module.git('rev-parse', 'HEAD').trim()];
  for (const title of ['Fix a leak', 'password = "Sup3rS3cretPassw0rd9"'])
    ids.push(module.commit(title, { a: title }));
  repository = createRepository({ 'z.ts': '1\n' });
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module.root, 'lib');
  repository.git('add', '.');
  repository.git('commit', '-qm', 'Add the module');
});
afterEach(() => {
  module.dispose();
  repository.dispose();
});

/** Checks out a commit in the module and stages it. */
function move(to: string | undefined): void {
  repository.git('-C', 'lib', 'checkout', '-q', String(to));
  repository.git('add', 'lib');
}

async function patchOf(path: string) {
  const { git } = await openRepository(repository.root, { environment: TEST_ENVIRONMENT });
  const page = await (await OpenDiff.open(git, STAGED)).page();
  const kind = page.files.find((file) => file.path === path)?.kind;
  return { kind, patch: page.patches.find((file) => file.path === path)?.patch };
}

const shortOf = (index: number) => ids[index]?.slice(0, 7);

// E16
describe('the diff of a submodule', () => {
  it('has the titles of the commits that it goes forward or back', async () => {
    move(ids[0]);
    const back = await patchOf('lib');
    expect(back.kind).toBe('submodule');
    expect(back.patch).toContain(`+Subproject commit ${ids[0]}`);
    expect(back.patch?.split('\n').filter((line) => line.startsWith('\\'))).toEqual([
      '\\ Commits of the module that this adds (>) and takes away (<), the newest first:',
      `\\ < ${shortOf(2)} password = "[redacted]"`,
      `\\ < ${shortOf(1)} Fix a leak`,
    ]);
    repository.git('commit', '-qm', 'Back');
    // With a second file, small patches are read together.
    repository.write('z.ts', '2\n');
    repository.git('add', 'z.ts');
    move(ids[1]);
    expect((await patchOf('lib')).patch).toMatch(new RegExp(`\\n\\\\ > ${shortOf(1)} Fix a leak\n$`));
    expect((await patchOf('z.ts')).patch).toContain('1\t+2');
  });

  it('counts the titles beyond twenty', async () => {
    for (let index = 0; index < 25; index += 1)
      ids.push(module.commit(`Number ${index}`, { a: String(index) }));
    repository.git('-C', 'lib', 'fetch', '-q', module.root, 'main');
    move(ids.at(-1));
    const { patch } = await patchOf('lib');
    expect(patch).toMatch(/Number 5\n\\ > and 5 more\n$/);
  });

  it('has only the ids if the module is added or removed', async () => {
    repository.git('rm', '-q', 'lib');
    const { kind, patch } = await patchOf('lib');
    expect({ kind, patch }).toEqual({
      kind: 'submodule',
      patch: `@@ -1 +0,0 @@\n\t-Subproject commit ${ids[2]}\n`,
    });
  });

  it('says that the relation of commits is not known if a shallow module lacks the history between', async () => {
    const fetch = (...args: string[]) =>
      repository.git(
        '-c',
        'protocol.file.allow=always',
        '-C',
        'lib',
        'fetch',
        '-q',
        `file://${module.root}`,
        ...args,
      );
    module.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    move(ids[0]);
    repository.git('commit', '-qm', 'Back');
    repository.write('.git/modules/lib/shallow', `${ids[2]}\n${ids[0]}\n`);
    move(ids[2]);
    expect((await patchOf('lib')).patch?.split('\n').filter((line) => line.startsWith('\\'))).toEqual([
      '\\ The module is a shallow clone, so how its commits relate is not known. The new one:',
      `\\ > ${shortOf(2)} password = "[redacted]"`,
    ]);
    fetch('--unshallow', 'main');
    expect((await patchOf('lib')).patch).toContain(`> ${shortOf(1)} Fix a leak`);
  });

  it('says that the titles are not known if the module is not there, or lacks the commits', async () => {
    repository.git('update-index', '--cacheinfo', `160000,${'1'.repeat(40)},lib`);
    expect((await patchOf('lib')).patch).toContain('\\ The module lacks these commits');
    repository.git('submodule', '--quiet', 'deinit', '--force', 'lib');
    expect((await patchOf('lib')).patch).toContain('\\ The module is not checked out');
  });
});

// G4, E13: whoever writes a repository decides about the paths and folders of its modules
describe('a module that a repository only claims', () => {
  let other: TestRepository;
  let secret: string;
  beforeEach(() => {
    other = createRepository({ a: '1\n' });
    secret = other.commit('A secret title', { a: '2\n' });
    const first = other.git('rev-parse', 'HEAD~1').trim();
    repository.git('update-index', '--cacheinfo', `160000,${first},lib`);
    repository.git('commit', '-qm', 'Claim');
    repository.git('update-index', '--cacheinfo', `160000,${secret},lib`);
  });
  afterEach(() => other.dispose());

  it.each<[string, (lib: string) => void]>([
    ['by a link to its folder', (lib) => symlinkSync(other.root, lib)],
    [
      'by a file that names its folder of git',
      (lib) => {
        mkdirSync(lib);
        writeFileSync(join(lib, '.git'), `gitdir: ${join(other.root, '.git')}\n`);
      },
    ],
    [
      'by a link to its folder of git',
      (lib) => {
        mkdirSync(lib);
        symlinkSync(join(other.root, '.git'), join(lib, '.git'));
      },
    ],
  ])('%s is not read', async (_, claim) => {
    const lib = join(repository.root, 'lib');
    rmSync(lib, { recursive: true });
    claim(lib);
    expect((await patchOf('lib')).patch).toContain(
      '\\ The module is a link or has a folder of git elsewhere',
    );
  });

  it('is read where it lies in the repository, and runs nothing that it configures', async () => {
    const lib = join(repository.root, 'lib');
    rmSync(lib, { recursive: true });
    cpSync(other.root, lib, { recursive: true });
    const ran = join(repository.root, 'ran');
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'gpg.program',
      'diff.external',
      'core.alternateRefsCommand',
    ])
      repository.git('-C', lib, 'config', key, `touch ${ran}`);
    repository.git('-C', lib, 'config', 'log.showSignature', 'true');
    expect((await patchOf('lib')).patch).toContain('A secret title');
    expect(() => renameSync(ran, ran)).toThrow('ENOENT');
  });
});
