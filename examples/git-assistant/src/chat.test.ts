import { runCommand } from './cli.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createRepository({ 'a.ts': '1\n' });
});
afterEach(() => repository.dispose());

// E5: a listener is attached, so the model has the update tools
describe('a conversation', () => {
  it('changes a draft that the user sees and commits', async () => {
    repository.write('a.ts', '2\n');
    repository.git('add', 'a.ts');
    const input = '/commit\nThe title is "Count to two"\nWhat is this?\n/commit\n/exit\nnever read\n';
    const { code, stdout, stderr } = await runCommand(['chat'], { cwd: repository.root, input });
    expect(code).toBe(0);
    expect(stderr).toContain('There is no draft yet');
    expect(stdout).toContain('Draft of the commit:\nCount to two\n');
    expect(stdout).toContain('has 1 file and 1 commit');
    expect(repository.git('log', '-1', '--format=%s').trim()).toBe('Count to two');
    expect(stdout).not.toContain('never read');
  });

  it('goes on when one thing fails', async () => {
    const input = 'The title is "Nothing"\n/commit\nWhat is this?\n';
    const { code, stdout, stderr } = await runCommand(['chat'], { cwd: repository.root, input });
    expect(code).toBe(0);
    expect(stderr).toContain('git commit failed');
    expect(stdout).toContain('has 1 file');
  });

  it('ends when it is stopped', async () => {
    const stop = new AbortController();
    stop.abort();
    const finished = await runCommand(['chat', 'hello'], { cwd: repository.root, signal: stop.signal });
    expect(finished).toMatchObject({ code: 130, stderr: expect.stringContaining('Stopped.') });
  });
});
