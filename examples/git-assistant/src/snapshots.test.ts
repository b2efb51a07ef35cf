import { chmodSync, existsSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './cli.test.support.js';
import { isCritic, startModel, turnOf } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';
import { snapshot, useAllTools } from './snapshot.test.support.js';

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

/** In the middle of what these commands do, which the existence of a file in git's folder shows. */
function during(file: string, ...commands: readonly string[]): () => Kind {
  return withChanges(({ root, git, commit }) => {
    git('checkout', '--quiet', '-b', 'other');
    commit('Theirs', { 'src/x.ts': 'theirs\n' });
    git('checkout', '--quiet', 'main');
    commit('Ours', { 'src/x.ts': 'ours\n' });
    commit('Ours again', { 'src/x.ts': 'ours again\n' });
    for (const command of commands) {
      try {
        git(...command.split(' '));
      } catch {
        // It stops at a conflict, as it should.
      }
    }
    expect(existsSync(join(root, '.git', file))).toBe(true);
  });
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
  'in a merge with conflicts': during('MERGE_HEAD', 'merge other'),
  'in a merge whose conflicts are resolved': during('MERGE_HEAD', 'merge other', 'add src/x.ts'),
  'in a merge without conflicts': during('MERGE_HEAD', 'merge --no-commit -X ours other'),
  'in a squash merge': during('SQUASH_MSG', 'merge --squash -X ours other'),
  'in a rebase': during('rebase-merge', 'rebase other'),
  'in a cherry-pick': during('CHERRY_PICK_HEAD', 'cherry-pick other'),
  'in a revert': during('REVERT_HEAD', 'revert HEAD~1'),
  'in a bisect': during('BISECT_LOG', 'bisect start HEAD HEAD~2'),
  'in "git am"': during('rebase-apply', 'format-patch -1 -o .git other', 'am .git/0001-Theirs.patch'),
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

const COMMANDS = [
  ['commit'],
  ['review'],
  ['review', '--format', 'sarif'],
  ['review', '--format', 'github', '--fail-on', 'never'],
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

  it('is unchanged after a long change was planned and read in parts', async () => {
    const repository = createRepository(FILES);
    repository.git('switch', '--quiet', '--create', 'feature');
    for (let file = 0; file < 5; file += 1)
      repository.write(`src/${file}.ts`, 'export const value = "some text";\n'.repeat(400));
    repository.git('add', '--all');
    const answers = {
      plan: { about: 'Five files.', groups: [{ files: [1, 2], question: '' }] },
      critique: { requiresRevision: false, issues: [], confidence: 1 },
      message: { emoji: null, title: 'Add files', message: '' },
      review: { summary: 'Read.', findings: [], strengths: [], verdict: 'comment' },
    };
    const asked = { plan: 0, part: 0 };
    const model = await startModel((request) => {
      const system = String(request.messages[0]?.content);
      if (system.includes('Put its files into groups')) {
        asked.plan += 1;
        return { content: JSON.stringify(answers.plan) };
      }
      if (isCritic(request)) return { content: JSON.stringify(answers.critique) };
      if (system.includes('one part of a change')) asked.part += 1;
      const calls = [{ name: 'gitDiff', arguments: '{"range":{"of":"staged"}}' }];
      if (turnOf(request) === 0 && request.tools) return { toolCalls: calls };
      const isMessage = JSON.stringify(request.response_format).includes('GeneratedMessage');
      return { content: JSON.stringify(isMessage ? answers.message : answers.review) };
    });
    const before = snapshot(repository.root);
    for (const command of [['commit'], ['review', '--staged']]) {
      const { code, stderr } = await runCommand(command, { cwd: repository.root, env: model.env });
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr });
    }
    await model.stop();
    expect(asked).toEqual({ plan: 1, part: expect.any(Number) });
    expect(asked.part).toBeGreaterThan(1);
    expect(snapshot(repository.root)).toEqual(before);
    repository.dispose();
  });
});
