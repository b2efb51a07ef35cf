import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './cli.test.support.js';
import { fingerprint, isCritic, startModel } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

const COMMANDS = [['commit'], ['review'], ['pr'], ['changelog'], ['release-notes'], ['blame', 'a.ts:1']];

let repository: TestRepository;
afterEach(() => repository.dispose());

/** Runs a command and checks that it has not changed the repository. */
async function refused(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const before = fingerprint(repository.root);
  const { code, stdout, stderr } = await runCommand(args, { cwd: repository.root, ...options });
  expect(fingerprint(repository.root)).toBe(before);
  return { code, stdout, stderr };
}

describe('git-assistant explains wrong input and changes nothing', () => {
  it('outside of a repository', async () => {
    repository = createRepository();
    const outside = mkdtempSync(join(tmpdir(), 'no-repository-'));
    for (const command of [...COMMANDS, ['chat', 'hello']]) {
      const { code, stderr } = await refused(command, { cwd: outside });
      expect({ command, code, stderr }).toEqual({
        command,
        code: 2,
        stderr: expect.stringMatching(/no-repository-\w+" is not in a git repository\.\nChange to a folder/),
      });
    }
    expect((await refused(['--repo', 'nowhere', 'commit'], { cwd: outside })).stderr).toContain(
      'There is no folder',
    );
    rmSync(outside, { recursive: true });
  });

  it('in a repository without commits', async () => {
    repository = createRepository();
    const sentences = await Promise.all(
      COMMANDS.map(async (command) => (await refused(command)).stderr.split('\n')[0]),
    );
    expect(sentences).toEqual([
      'There is nothing to commit.',
      'No tracked file has changes.',
      'The repository has no commits yet.',
      'The repository has no commits yet.',
      'The repository has no commits yet.',
      'The repository has no commits yet.',
    ]);
    expect((await refused(['review', '--base', 'nope'])).code).toBe(2);
  });

  it('on a branch without commits beside a history', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.git('switch', '--quiet', '--orphan', 'new');
    repository.write('b.ts', 'export const b = 1;\n');
    repository.git('add', '--all');
    expect((await refused(['commit'])).stdout).toContain('The staged diff has 1 file and 1 patch.');
    for (const command of [['pr', '--base', 'main'], ...COMMANDS.slice(3)])
      expect(await refused(command)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'The branch has no commits yet.\nMake one first: git-assistant commit --apply\n',
      });
    repository.git('commit', '--quiet', '--message', 'New');
    expect(await refused(['--dry-run', 'pr', '--base', 'main'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/added "b\.ts" \(\+1 -0\)\ndeleted "a\.ts"/),
    });
  });

  it('if a shallow clone lacks the commits that it needs, and never compares with something else', async () => {
    const origin = createRepository({ 'a.ts': '1\n' });
    origin.commit('Two', { 'a.ts': '2\n' });
    origin.git('switch', '--quiet', '--create', 'feature', 'HEAD~1');
    origin.commit('Three', { 'b.ts': '3\n' });
    repository = createRepository();
    rmSync(repository.root, { recursive: true });
    const options = ['--quiet', '--depth=1', '--no-single-branch'];
    origin.git('clone', ...options, `file://${origin.root}`, repository.root);
    origin.dispose();
    const sentences: string[] = [];
    for (const command of [
      ['review', 'HEAD'],
      ['review', '--base', 'origin/main'],
      ['pr', '--base', 'origin/main'],
      ['pr', '--base', 'HEAD~1'],
    ]) {
      const { code, stdout, stderr } = await refused(command);
      const [sentence = '', hint] = stderr.split('\n');
      expect({ code, stdout, hint }).toEqual({
        code: 2,
        stdout: '',
        hint: 'The clone is shallow. To get all commits: git fetch --unshallow',
      });
      sentences.push(sentence);
    }
    expect(sentences).toEqual([
      expect.stringMatching(/^The parent of [0-9a-f]{10} is not in the clone\.$/),
      'Where "HEAD" left "origin/main" is not in the clone.',
      'Where "HEAD" left "origin/main" is not in the clone.',
      'There is no commit "HEAD~1".',
    ]);
    const { code, stderr } = await refused(['blame', 'a.ts:1']);
    expect(code).toBe(0);
    expect(stderr).toContain('Note: The clone is shallow, so its oldest commit seems to have written all');
  });

  it('if the repository belongs to another user', async () => {
    repository = createRepository({ 'a.ts': '1\n', 'sub folder/b.ts': '1\n' });
    const bin = mkdtempSync(join(tmpdir(), 'bin-'));
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    // Git's own tests do this, because only root can give a folder away.
    const script = `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '${real}' "$@"\n`;
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
    const cwd = join(repository.root, 'sub folder');
    for (const command of [...COMMANDS, ['hook', 'install']])
      expect(await refused(command, { cwd, env: { PATH: `${bin}:${process.env.PATH}` } })).toEqual({
        code: 2,
        stdout: '',
        stderr: `The repository at "${cwd}" belongs to another user, so git does not read it.\nIf you trust it: git config --global --add safe.directory ${repository.root}\n`,
      });
    rmSync(bin, { recursive: true });
  });

  it('if nothing is staged', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.write('a.ts', '2\n');
    repository.write('b.ts', '2\n');
    const { code, stderr } = await refused(['commit']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'Nothing is staged, but there are changes of 2 files.\nStage what the commit is to hold with "git add <files>".\n',
    });
  });

  it('if a merge has conflicts', async () => {
    repository = createRepository({ 'a.ts': 'base\n' });
    repository.git('checkout', '--quiet', '-b', 'other');
    repository.commit('Theirs', { 'a.ts': 'theirs\n' });
    repository.git('checkout', '--quiet', 'main');
    repository.commit('Ours', { 'a.ts': 'ours\n' });
    expect(() => repository.git('merge', 'other')).toThrow();
    const { code, stderr } = await refused(['commit']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('merge conflicts in "a.ts"'),
    });
    // A review of it works and finds the markers.
    const { stdout } = await refused(['review']);
    expect(stdout).toContain('a.ts:1 (bug)\n\nA conflict marker.');
  });

  it('but works with a detached HEAD', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.commit('Two', { 'a.ts': '2\n' });
    repository.git('checkout', '--quiet', '--detach');
    repository.commit('Three', { 'a.ts': '3\n' });
    expect((await refused(['pr'])).stdout).toContain('# Three');
    expect((await refused(['chat', 'Where am I?'])).stdout).toContain('the branch is none');
  });

  it('but works with any file names', async () => {
    const names = [
      'with space.ts',
      'quote".ts',
      "it's.ts",
      'line\nbreak.ts',
      'tab\t.ts',
      'ü—日本.ts',
      '-x.ts',
      ':(top)y.ts',
    ];
    repository = createRepository(Object.fromEntries(names.map((name) => [name, 'export const a = 1;\n'])));
    for (const name of names.slice(1)) repository.write(name, 'export const a = 2;\n');
    repository.git('mv', '--', 'with space.ts', 'moved to.ts');
    repository.git('add', '--all');
    expect((await refused(['commit'])).stdout).toContain('The staged diff has 8 files and 7 patches.');
    expect((await refused(['review'])).stdout).toContain('has 1 line.');
    expect((await refused(['blame', 'line\nbreak.ts:1'])).code).toBe(0);
    const { stdout } = await refused(['--json', 'blame', '--', '-x.ts:1']);
    expect(JSON.parse(stdout)).toMatchObject({ value: { file: '-x.ts', line: 1 } });
  });

  it('for revisions and places that do not exist', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    const sentence = async (...args: string[]) => {
      const { code, stderr } = await refused(args);
      expect({ args, code }).toEqual({ args, code: 2 });
      return stderr.split('\n')[0];
    };
    expect(await sentence('pr', '--base', 'nope')).toBe('There is no commit "nope".');
    expect(await sentence('blame', '/etc/passwd:1')).toMatch('/etc/passwd');
    expect(await sentence('--base-url', 'notaurl', 'chat', 'hello')).toMatch('"notaurl"');
    expect(await sentence('review', '--base', '--output=pwned')).toBe('There is no commit "--output=pwned".');
    expect(await sentence('changelog', '--from', 'v9')).toBe('There is no commit "v9".');
    expect(await sentence('changelog', '--from', 'HEAD')).toBe('No commits are in this range: HEAD..HEAD.');
    expect(await sentence('blame', 'a.ts')).toBe('"a.ts" is no place in a file.');
    expect(await sentence('blame', 'a.ts:9')).toBe('"a.ts" ends at line 1.');
    expect(await sentence('blame', 'b.ts:1')).toBe('"b.ts" does not exist.');
    repository.commit('Empty', { 'empty.ts': '' });
    expect(await sentence('blame', 'empty.ts:1')).toBe('"empty.ts" is empty.');
    expect((await refused(['blame', '-x:1'])).stderr).toContain('begins with "-" as "./-file:line"');
    expect(await sentence('blame', '../b.ts:1')).toBe('The path "../b.ts" leads out of the repository.');
    expect((await refused(['--style', 'baroque', 'pr', '--base', 'main'])).code).not.toBe(0);
  });

  it('reads a place from the folder of the user, then from the top folder', async () => {
    repository = createRepository({ 'n.txt': '1\n', 'top.txt': '1\n', 'sub/n.txt': '1\n', 'sub/-x': '1\n' });
    const cwd = join(repository.root, 'sub');
    const file = async (place: string, options = {}) => {
      const { stdout } = await refused(['--json', 'blame', place], { cwd, ...options });
      return JSON.parse(stdout).value.file;
    };
    const places = ['n.txt:1', './n.txt:1', './-x:1', '../n.txt:1', ':/n.txt:1', 'sub/n.txt:1', 'top.txt:1'];
    expect(await Promise.all([...places, `${cwd}/n.txt:1`].map((place) => file(place)))).toEqual([
      ...['sub/n.txt', 'sub/n.txt', 'sub/-x', 'n.txt', 'n.txt', 'sub/n.txt', 'top.txt', 'sub/n.txt'],
    ]);
    // An alias of git runs in the top folder.
    const alias = { cwd: repository.root, env: { GIT_PREFIX: 'sub/' } };
    expect(await file('n.txt:1', alias)).toBe('sub/n.txt');
    expect((await refused(['--dry-run', 'changelog'], alias)).stderr).toContain('all of HEAD in sub');
    const gone = { cwd, env: { GIT_PREFIX: 'gone/' } };
    expect(await file('n.txt:1', gone)).toBe('sub/n.txt');
    expect(await file('n.txt:1', { ...gone, cwd: repository.root })).toBe('n.txt');
  });

  // E7
  it('for a capability with an unknown key, naming file and line', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    const folder = mkdtempSync(join(tmpdir(), 'capabilities-'));
    writeFileSync(join(folder, 'haiku.toml'), 'name = "haiku"\ndescription = "A haiku"\ntask_promt = "x"\n');
    const { code, stderr } = await refused(['--capabilities', folder, 'chat', 'hello']);
    rmSync(folder, { recursive: true });
    expect(code).toBe(2);
    expect(stderr).toMatch(/haiku\.toml:3: 'task_promt' is not a key of a capability/);
  });

  // E8
  it('if the critic fails, and still prints the answer', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.write('a.ts', '2\n');
    const review = { summary: 'Fine.', findings: [], strengths: [], verdict: 'approve' };
    const model = await startModel((request) =>
      isCritic(request)
        ? { error: { message: 'no critic today', type: 'invalid_request_error' }, status: 400 }
        : { content: JSON.stringify(review) },
    );
    const { code, stdout, stderr } = await refused(['review'], { env: model.env });
    await model.stop();
    expect(code).toBe(0);
    expect(stdout).toBe('# Review: approve\n\nFine.\n');
    expect(stderr).toContain('Warning: The critic failed, so the answer was not checked');
  });

  it('if a model returns a truncated JSON object, which is never committed', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.write('a.ts', '2\n');
    repository.git('add', 'a.ts');
    const halves = [
      '{"emoji": null, "tit',
      '{"emoji": null, "title": "Fix the sum", "message": "It was',
      '{"title": "Fix the sum"}',
    ];
    const sentences: string[] = [];
    const codes: number[] = [];
    for (const content of halves) {
      const model = await startModel(() => ({ content }));
      const { code, stderr } = await refused(['commit', '--apply', '--yes'], { env: model.env });
      await model.stop();
      codes.push(code);
      sentences.push(stderr);
    }
    expect(codes).toEqual([1, 1, 3]);
    expect(sentences[0]).toMatch(/No valid GeneratedMessage/);
    expect(sentences[2]).toContain("The model's answer had to be repaired, so it is not committed unseen.");
  });

  it('for a provider without a key or a model', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    const without = await refused(['--provider', 'anthropic', 'chat', 'hello']);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('ANTHROPIC_API_KEY') });
    expect((await refused(['--provider', 'ollama', 'chat', 'hello'])).stderr).toContain(
      'Add --model <name>.',
    );
    expect((await refused(['--provider', 'nobody', 'chat', 'hello'])).stderr).toContain(
      'Allowed choices are openai',
    );
  });
});
