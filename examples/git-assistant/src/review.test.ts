import { runCommand } from './cli.test.support.js';
import { isCritic, startModel, turnOf } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
afterEach(() => repository.dispose());

const PLANTED = 'if (user.name === "root2") return true; // planted';

describe('a review', () => {
  it('leaves new files out with a note, or reads them on request', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.write('a.ts', '2\n');
    repository.write('new.ts', '1\n');
    const without = await runCommand(['--dry-run', 'review'], { cwd: repository.root });
    expect(without.stderr).toContain('Note: 1 new file that git does not track: left out. Add --untracked');
    expect(without.stdout).not.toContain('new.ts');
    const all = await runCommand(['--dry-run', 'review', '--untracked'], { cwd: repository.root });
    expect(all.stdout).toContain('read them with fileRead: "new.ts".');
    expect(all.stderr).not.toContain('left out');
  });

  it('of new files finds the planted text in one of them, and reads no secret among them', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.write('new.ts', `export {};\n${PLANTED}\n`);
    repository.write('prod.env', 'TOKEN=hunter2\n');
    let results = '';
    const model = await startModel((request) => {
      if (isCritic(request)) return { content: '{"requiresRevision": false, "issues": [], "confidence": 1}' };
      const asked = String(request.messages.find(({ role }) => role === 'user')?.content);
      const names: string[] = [...asked.matchAll(/"(\S+?)"[,.]/g)].map(([, name]) => name ?? '');
      if (turnOf(request) === 0)
        return {
          toolCalls: names.map((path) => ({ name: 'fileRead', arguments: JSON.stringify({ path }) })),
        };
      results = JSON.stringify(request.messages.filter(({ role }) => role === 'tool'));
      const line = /(\d+)\\+t(?:(?!\\+t).)*root2/.exec(results)?.[1];
      const finding = { severity: 'high', category: 'security', file: 'new.ts', line: Number(line) };
      const findings = [{ ...finding, title: 'A back door', body: 'b' }];
      return { content: JSON.stringify({ summary: 's', findings, verdict: 'comment' }) };
    });
    const options = { cwd: repository.root, env: model.env };
    const { code, stdout } = await runCommand(['review', '--untracked'], options);
    await model.stop();
    expect(code).toBe(0);
    expect(stdout).toContain('### high: A back door\n\nnew.ts:2');
    expect(results).toContain('may hold secrets, so it is not read');
    expect(results).not.toContain('hunter2');
  });

  it('of nothing but new files must be requested', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.write('new.ts', '1\n');
    const { code, stderr } = await runCommand(['review'], { cwd: repository.root });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'No tracked file has changes.\nThere is 1 new file: add --untracked, or stage with "git add".\n',
    });
    expect((await runCommand(['--dry-run', 'review', '--untracked'], { cwd: repository.root })).code).toBe(0);
  });

  it('in Markdown stays unchanged', async () => {
    repository = createRepository({ 'a.ts': '1\n' });
    repository.write('a.ts', '2\n');
    const model = await startModel(() => ({ content: '## Findings\n\nNone \u001b[31mhere.' }));
    const finished = await runCommand(['review'], { cwd: repository.root, env: model.env });
    await model.stop();
    expect(finished).toMatchObject({ code: 0, stdout: '## Findings\n\nNone [31mhere.\n' });
    expect(finished.stderr).toContain('kept as plain text');
  });
});
