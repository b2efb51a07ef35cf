import { runCommand } from './cli.test.support.js';
import { fingerprint, startModel } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createRepository({ 'a.ts': '1\n' });
});
afterEach(() => repository.dispose());
const log = () => repository.git('log', '--format=%B%x00').split('\0\n').slice(0, -1);

async function amend(title: string, ...args: string[]) {
  const model = await startModel(() => ({
    content: JSON.stringify({ emoji: null, title, message: 'Why.' }),
  }));
  const finished = await runCommand(['commit', '--amend', ...args], {
    cwd: repository.root,
    env: model.env,
  });
  await model.stop();
  const user = model.requests[0]?.messages.findLast(({ role }) => role === 'user')?.content;
  return { ...finished, user: String(user), requests: model.requests };
}

// E16
describe('commit --amend', () => {
  it('describes the last commit with what is staged, and replaces it', async () => {
    repository.commit('Count to two', { 'a.ts': '1\n2\n' });
    repository.write('a.ts', '1\n2\n3\n');
    repository.git('add', '.');
    const before = fingerprint(repository.root);
    const { user, stdout } = await amend('Count to three');
    expect(user).toContain(
      'what is staged is added to it. Keep what its message says, as far as it is still true:\n> Count to two',
    );
    expect(user).toContain('Range for the tools: {"of":"amended"}');
    expect(user).toContain('2\t+2\n3\t+3');
    expect(stdout).toBe('Count to three\n\nWhy.\n');
    expect(fingerprint(repository.root)).toBe(before);
    const { code, stderr } = await amend('Count to three', '--apply', '--yes');
    expect(code).toBe(0);
    expect(stderr).toContain(`Amended to ${repository.git('rev-parse', 'HEAD').slice(0, 10)}.`);
    expect(log()).toEqual(['Count to three\n\nWhy.\n', 'Begin\n']);
    expect(repository.git('show', 'HEAD:a.ts')).toBe('1\n2\n3\n');
  });

  it('writes only the message anew if nothing is staged, also of a first commit', async () => {
    expect((await amend('Begin to count', '--apply', '--yes')).code).toBe(0);
    expect(log()).toEqual(['Begin to count\n\nWhy.\n']);
    const author = repository.git('log', '-1', '--format=%an %ad');
    expect((await amend('Begin again', '--apply', '--yes')).code).toBe(0);
    expect(repository.git('log', '-1', '--format=%an %ad')).toBe(author);
  });

  it('keeps the trailers of the commit, once each', async () => {
    const trailers = 'Change-Id: I12\nSigned-off-by: Ada <ada@example.org>';
    repository.write('a.ts', '2\n');
    repository.git('commit', '-qam', `Two\n\nBody.\n\n${trailers}`);
    await amend('Count', '--apply', '--yes');
    expect(log()[0]).toBe(`Count\n\nWhy.\n\n${trailers}\n`);
    await amend('Count again', '--apply', '--yes');
    expect(log()[0]).toBe(`Count again\n\nWhy.\n\n${trailers}\n`);
  });

  it('warns if others may have the commit', async () => {
    repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const { stderr } = await amend('Begin to count');
    expect(stderr).toContain('Warning: The last commit is also in origin/main: others may have it already.');
  });

  it('amends no other commit that was made in the meantime', async () => {
    const model = await startModel(() => {
      repository.commit('Meanwhile', { 'b.ts': '1\n' });
      return { content: JSON.stringify({ emoji: null, title: 'Begin to count', message: '' }) };
    });
    const { code, stderr } = await runCommand(['commit', '--amend', '--apply', '--yes'], {
      cwd: repository.root,
      env: model.env,
    });
    await model.stop();
    expect(code).toBe(2);
    expect(stderr).toContain(
      'What is staged, or the last commit, has changed since the message was written.',
    );
    expect(log()).toEqual(['Meanwhile\n', 'Begin\n']);
  });

  describe('at a stop of a rebase', () => {
    beforeEach(() => {
      repository.git('switch', '-qc', 'side');
      repository.commit('Side', { 'a.ts': 'side\n' });
      repository.git('switch', '-q', 'main');
      repository.commit('Main', { 'a.ts': 'main\n' });
    });
    const rebase = (todo: string, onto: string, ...flags: string[]) => {
      const settings = ['-c', `sequence.editor=sed -i s/^pick/${todo}/`, '-c', 'core.editor=true'];
      return repository.git(...settings, 'rebase', '-q', ...flags, onto);
    };
    const refusal = {
      code: 2,
      stderr: expect.stringContaining('so no commit can be amended.'),
      requests: [],
    };

    it.each([['--merge'], ['--apply']])('is refused if its commit is not made yet (%s)', async (backend) => {
      repository.git('switch', '-q', 'side');
      expect(() => rebase('pick', 'main', backend)).toThrow('Command failed');
      repository.write('a.ts', 'both\n');
      repository.git('add', '.');
      expect(await amend('x')).toMatchObject(refusal);
    });

    it('is refused in the middle of a revert', async () => {
      repository.git('revert', '--no-commit', 'HEAD');
      expect(await amend('x')).toMatchObject(refusal);
    });

    it('is done where the user wanted to edit the commit', async () => {
      rebase('edit', 'HEAD~1', '--interactive');
      expect((await amend('Edited', '--apply', '--yes')).code).toBe(0);
      expect(log()).toEqual(['Edited\n\nWhy.\n', 'Begin\n']);
    });
  });

  it('asks no model where there is nothing to amend', async () => {
    repository.git('switch', '-q', '--orphan', 'empty');
    expect(await amend('x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no commit to amend.'),
      requests: [],
    });
    repository.git('switch', '-q', 'main');
    repository.git('switch', '-qc', 'side');
    repository.commit('Side', { 'b.ts': '1\n' });
    repository.git('switch', '-q', 'main');
    repository.commit('Main', { 'c.ts': '1\n' });
    repository.git('merge', '-q', '--no-commit', '--no-ff', 'side');
    expect(await amend('x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Git is in the middle of a merge, so no commit can be amended.'),
      requests: [],
    });
  });
});
