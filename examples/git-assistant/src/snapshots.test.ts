import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './cli.test.support.js';
import { openRepository } from './git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT, type TestRepository } from './repository.test.support.js';
import { coreTools, mainTools } from './tools/core-tools.js';

interface Kind {
  readonly repository: TestRepository;
  /** The folder to open. Default: the repository's own. */
  readonly at?: string;
  /** The error if it cannot be opened. */
  readonly refused?: string;
  readonly others?: readonly TestRepository[];
}

const FILES = {
  'src/a.ts': 'export const a = 1;\n',
  'README.md': '# A\n',
  'c.bin': new Uint8Array([0, 1, 2]),
};

/** All kinds of changes, and a file of which only the time stamp has changed: a plain `git status` would write the index. */
function change({ root, write, git }: TestRepository): void {
  write('src/b.ts', 'export const b = 1;\n');
  git('add', 'src/b.ts');
  write('src/a.ts', 'export const a = 2;\n');
  write('new.ts', 'export const c = 3;\n');
  utimesSync(join(root, 'README.md'), new Date(0), new Date(0));
}

function withChanges(prepare: (repository: TestRepository) => void = () => {}): () => Kind {
  return () => {
    const repository = createRepository(FILES);
    prepare(repository);
    change(repository);
    return { repository };
  };
}

/** Another repository, made by a `git clone` of the first one with these options. */
function cloned(...options: string[]): () => Kind {
  return () => {
    const origin = createRepository(FILES);
    origin.commit('Two', { 'src/a.ts': 'export const a = 1;\n\n' });
    origin.git('config', 'uploadpack.allowFilter', 'true');
    const repository = createRepository();
    rmSync(repository.root, { recursive: true });
    origin.git('clone', '--quiet', ...options, `file://${origin.root}`, repository.root);
    return { repository, others: [origin] };
  };
}

const KINDS: Readonly<Record<string, () => Kind>> = {
  'without commits': () => ({ repository: createRepository() }),
  'without commits, with staged files': () => {
    const repository = createRepository();
    repository.write('a.ts', '1\n');
    repository.git('add', '--all');
    return { repository };
  },
  'without files (bare)': () => {
    const repository = createRepository(FILES);
    repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
    return { repository, at: join(repository.root, 'bare.git'), refused: '(bare)' };
  },
  'with changes of all sorts': withChanges(),
  'whose HEAD is detached': withChanges(({ git }) => void git('checkout', '--quiet', '--detach')),
  'in the middle of a merge': withChanges((repository) => {
    diverge(repository);
    expect(() => repository.git('merge', 'other')).toThrow();
  }),
  'in the middle of a rebase': withChanges((repository) => {
    diverge(repository);
    expect(() => repository.git('rebase', 'other')).toThrow();
  }),
  'that is a further worktree': () => {
    const repository = createRepository(FILES);
    repository.git('worktree', 'add', '--quiet', 'tree');
    return { repository, at: join(repository.root, 'tree') };
  },
  'with submodules': withChanges((repository) => {
    repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      `file://${repository.root}`,
      'sub',
    );
    repository.git('commit', '--quiet', '-m', 'Sub');
    repository.write('sub/src/a.ts', 'export const dirty = 1;\n');
  }),
  'that is shallow': cloned('--depth=1'),
  'that is a partial clone': cloned('--filter=blob:none'),
  'that is sparse': cloned('--sparse'),
  'with SHA-256': () => {
    const repository = createRepository();
    rmSync(join(repository.root, '.git'), { recursive: true });
    repository.git('init', '--quiet', '--object-format=sha256', '--initial-branch=main');
    repository.commit('Begin', FILES);
    change(repository);
    return { repository };
  },
  'with LFS and without its program': withChanges((repository) => {
    repository.commit('Large', {
      '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n',
      'a.psd': 'version https://git-lfs.github.com/spec/v1\n',
    });
    for (const way of ['clean', 'smudge', 'process'])
      repository.git('config', `filter.lfs.${way}`, `git-lfs ${way}`);
    repository.git('config', 'filter.lfs.required', 'true');
    writeFileSync(join(repository.root, 'a.psd'), 'pixels\n');
  }),
  'with an untracked cache and a monitor': withChanges(({ git }) => {
    git('config', 'core.untrackedCache', 'true');
    git('config', 'core.fsmonitor', 'true');
    git('config', 'feature.manyFiles', 'true');
  }),
  'with links, of all sorts': withChanges(({ root }) => {
    symlinkSync('src', join(root, 'folder'));
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync('loop', join(root, 'loop'));
    symlinkSync('/etc', join(root, 'etc'));
  }),
  'with names that differ in case, and odd ones': withChanges((repository) => {
    repository.commit('Names', {
      'A.ts': '1\n',
      'a.ts': '2\n',
      'line\nbreak.ts': '3\n',
      'ü—日本.ts': '4\n',
      '-x.ts': '5\n',
      ':(top)y.ts': '6\n',
    });
  }),
  'with line ends of Windows': withChanges((repository) => {
    repository.git('config', 'core.autocrlf', 'true');
    repository.commit('Lines', { 'crlf.ts': 'a\r\nb\r\n' });
    repository.write('crlf.ts', 'a\r\nc\r\n');
  }),
  'with files that nobody may read': withChanges(({ root, write }) => {
    write('locked.ts', '1\n');
    chmodSync(join(root, 'locked.ts'), 0o000);
  }),
  'with stashes, tags, notes and replaced objects': withChanges(({ git, write, commit }) => {
    commit('Two', { 'src/a.ts': 'two\n' });
    git('notes', 'add', '-m', 'Noted');
    git('tag', '-a', 'v1', '-m', 'One');
    git('replace', 'HEAD', 'HEAD~1');
    write('src/a.ts', 'stashed\n');
    git('stash', '--quiet');
  }),
};

function diverge(repository: TestRepository): void {
  repository.git('checkout', '--quiet', '-b', 'other');
  repository.commit('Theirs', { 'src/x.ts': 'theirs\n' });
  repository.git('checkout', '--quiet', 'main');
  repository.commit('Ours', { 'src/x.ts': 'ours\n' });
}

/** Every file and folder with its kind, mode, size, time stamp and content, including git's own. */
function snapshot(folder: string): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const file = join(folder, path);
    const stats = lstatSync(file, { bigint: true });
    const content = stats.isSymbolicLink()
      ? readlinkSync(file)
      : stats.isFile() && stats.mode & 0o400n
        ? readFileSync(file, 'base64')
        : '';
    entries[path] = [stats.mode, stats.size, stats.mtimeNs, content].join(' ');
  }
  return entries;
}

/** Runs every tool with the arguments that read the most. A tool that fails must leave no trace either. */
async function useAllTools(folder: string): Promise<void> {
  const repository = await openRepository(folder, { environment: TEST_ENVIRONMENT });
  const core = coreTools(repository);
  const path = 'src/a.ts';
  const calls: (() => Promise<unknown>)[] = [
    () => core.call('gitStatus', {}),
    () => core.call('gitDiff', { range: { of: 'staged' } }),
    () => core.call('gitDiff', { range: { of: 'unstaged' } }),
    () => core.call('gitDiff', { range: { of: 'uncommitted' } }),
    () => core.call('gitDiff', { range: { of: 'commits' } }),
    () => core.call('gitChangedFiles', { range: { of: 'unstaged' } }),
    () => core.call('gitLog', { path }),
    () => core.call('gitShow', { revision: 'HEAD' }),
    () => core.call('gitBlame', { path }),
    () => core.call('fileRead', { path }),
    () => core.call('fileRead', { path: 'sub/src/a.ts' }),
    () => core.call('codeSearch', { query: 'const' }),
    () => core.call('repositoryMap', {}),
    () => core.call('staticAnalysis', {}),
    () => core.call('projectDocs', {}),
    () => mainTools(repository).call('repositoryInfo', {}),
  ];
  for (const call of calls) await call().catch(() => {});
}

const COMMANDS = [
  ['commit'],
  ['review'],
  ['pr', '--base', 'HEAD~1'],
  ['changelog'],
  ['release-notes'],
  ['blame', 'src/a.ts:1'],
  ['chat', 'What is this?'],
];

// E4
describe('a repository', () => {
  it.each(Object.keys(KINDS))('%s is unchanged after every tool and every reading command', async (name) => {
    const kind = KINDS[name]?.();
    if (!kind) throw new Error(name);
    const { repository, at = repository.root, refused, others = [] } = kind;
    const before = snapshot(repository.root);
    const originsBefore = others.map(({ root }) => snapshot(root));
    if (refused === undefined) await useAllTools(at);
    else await expect(useAllTools(at)).rejects.toThrow(refused);
    // One command also uses the parts that no tool uses: the session, the tasks, the scripted model.
    const command = COMMANDS[Object.keys(KINDS).indexOf(name) % COMMANDS.length] ?? [];
    await runCommand(command, { cwd: at });
    expect(snapshot(repository.root)).toEqual(before);
    expect(others.map(({ root }) => snapshot(root))).toEqual(originsBefore);
    for (const one of [repository, ...others]) one.dispose();
  });

  it('is unchanged after every reading command', async () => {
    const repository = createRepository(FILES);
    repository.commit('Two', { 'src/a.ts': 'export const a = 1;\n\n' });
    change(repository);
    const before = snapshot(repository.root);
    for (const command of COMMANDS) {
      const { code, stderr } = await runCommand(command, { cwd: repository.root });
      expect({ command, code, stderr }).toMatchObject({ code: 0 });
    }
    expect(snapshot(repository.root)).toEqual(before);
    repository.dispose();
  });
});
