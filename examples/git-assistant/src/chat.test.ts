import { runCommand } from './cli.test.support.js';
import { startModel, turnOf } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createRepository({ 'a.ts': '1\n' });
});
afterEach(() => repository.dispose());

/** A conversation with a model that writes a draft with the title that it is told. */
async function converse(input: string) {
  const model = await startModel((request) => {
    const asked = request.messages.findLast(({ role }) => role === 'user');
    const title = /title is "([^"]+)"/.exec(String(asked?.content))?.[1];
    return title !== undefined && turnOf(request) === 0
      ? {
          toolCalls: [
            { name: 'updateCommit', arguments: JSON.stringify({ emoji: null, title, message: '' }) },
          ],
        }
      : { content: 'It counts.' };
  });
  const finished = await runCommand(['chat'], { cwd: repository.root, input, env: model.env });
  await model.stop();
  return finished;
}

// E5: a listener is attached, so the model has the update tools
describe('a conversation', () => {
  it('changes a draft that the user sees and can commit', async () => {
    repository.write('a.ts', '2\n');
    repository.git('add', 'a.ts');
    const input = '/commit\nThe title is "Count to two"\nWhat is this?\n/commit\n/exit\nnever read\n';
    const { code, stdout, stderr } = await converse(input);
    expect(code).toBe(0);
    expect(stderr).toContain('There is no draft yet');
    expect(stdout).toContain('Draft of the commit:\nCount to two\n');
    expect(stdout).toContain('It counts.');
    expect(repository.git('log', '-1', '--format=%s').trim()).toBe('Count to two');
    expect(stdout).not.toContain('never read');
  });

  it('continues after an error', async () => {
    const { code, stdout, stderr } = await converse('The title is "Nothing"\n/commit\nWhat is this?\n');
    expect(code).toBe(0);
    expect(stderr).toContain('git commit failed');
    expect(stdout).toContain('It counts.');
  });

  it('does not commit a draft of the scripted model', async () => {
    repository.write('a.ts', '2\n');
    repository.git('add', 'a.ts');
    const input = 'The title is "Count to two"\n/commit\n';
    const { stdout, stderr } = await runCommand(['chat'], { cwd: repository.root, input });
    expect(stdout).toContain('Draft of the commit:\nCount to two\n');
    expect(stderr).toContain('No commit was made: the model is scripted');
    expect(repository.git('log', '-1', '--format=%s').trim()).toBe('Begin');
  });

  it('ends when the program is stopped', async () => {
    const stop = new AbortController();
    stop.abort();
    const finished = await runCommand(['chat', 'hello'], { cwd: repository.root, signal: stop.signal });
    expect(finished).toMatchObject({ code: 130, stderr: expect.stringContaining('Stopped.') });
  });
});
