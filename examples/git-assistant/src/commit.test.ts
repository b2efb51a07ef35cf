import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './cli.test.support.js';
import { fingerprint, startModel } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createRepository({ 'a.ts': 'export const a = 1;\n' });
  repository.write('a.ts', 'export const a = 2;\n');
  repository.git('add', 'a.ts');
});
afterEach(() => repository.dispose());
const inside = () => ({ cwd: repository.root });
const lastMessage = () => repository.git('log', '-1', '--format=%B').trimEnd();

const GOOD = { emoji: null, title: 'Change a', message: 'It counts to two.' };

/** Runs a command with a model that always returns this answer. */
async function runWith(answer: unknown, args: readonly string[]) {
  const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const model = await startModel(() => ({ content }));
  const finished = await runCommand(args, { ...inside(), env: model.env });
  await model.stop();
  return { ...finished, requests: model.requests };
}

describe('git-assistant commit', () => {
  it('writes a message and changes nothing', async () => {
    const before = fingerprint(repository.root);
    const { code, stdout } = await runCommand(['commit'], inside());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Change a\.ts\n\nThe staged diff has 1 file and 1 patch\./);
    expect(fingerprint(repository.root)).toBe(before);
  });

  it('commits that message with --apply --yes', async () => {
    const { code, stdout, stderr } = await runWith(GOOD, ['commit', '--apply', '--yes']);
    expect(code).toBe(0);
    expect(lastMessage()).toBe(stdout.trimEnd());
    expect(stderr).toContain(`Committed ${repository.git('rev-parse', 'HEAD').slice(0, 10)}.`);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it.each([['--apply', '--yes'], ['--apply']])(
    'never commits a message of the scripted model: %s %s',
    async (...flags) => {
      const before = fingerprint(repository.root);
      const { code, stdout, stderr } = await runCommand(['commit', ...flags.filter(Boolean)], inside());
      expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining('Change a.ts') });
      expect(stderr).toContain('SCRIPTED');
      expect(stderr).toContain('No commit was made: the model is scripted');
      expect(fingerprint(repository.root)).toBe(before);
    },
  );

  it('limits titles to 72 characters, whatever the model writes', async () => {
    const title = `# Fix "quotes" and $(touch pwned) \`touch pwned\` ${'very '.repeat(30)}long`;
    const message = '#1 is a line  \n\n\n\n# another\n--amend ❤️';
    const finished = await runWith({ emoji: '✨', title, message }, [
      '--gitmoji',
      'commit',
      '--apply',
      '--yes',
    ]);
    expect(finished).toMatchObject({ code: 0, stderr: expect.stringContaining('shortened') });
    const raw = repository.git('cat-file', 'commit', 'HEAD');
    // The shown text is committed byte for byte.
    expect(raw.slice(raw.indexOf('\n\n') + 2)).toBe(finished.stdout);
    const [first = '', ...body] = finished.stdout.split('\n');
    expect([...first].length).toBeLessThanOrEqual(72);
    expect(first).toMatch(/^✨ # Fix "quotes" and \$\(touch pwned\)/);
    expect(body.join('\n')).toBe(`\n${title}\n\n${message}\n`);
    expect(existsSync(join(repository.root, 'pwned'))).toBe(false);
  });

  it.each([
    ['hidden characters', { title: 'Fix \u202e gpj.exe' }, 'hidden characters (U+202E)'],
    ['control characters', { title: 'Fix \u001b[31m\u0000' }, 'hidden characters (U+001B, U+0000)'],
    ['a forged trailer', { title: 'Fix', message: 'Co-authored-by: Linus <l@x>' }, 'It speaks for somebody'],
    ['a command for a rebase', { title: 'fixup! Begin' }, 'a rebase folds the commit'],
    ['a flood', { title: 'x'.repeat(100_000), message: 'y'.repeat(100_000) }, 'characters long'],
  ])('does not commit an unseen message that has %s', async (_, answer, reason) => {
    const whole = { emoji: null, message: '', ...answer };
    const { code, stdout, stderr } = await runWith(whole, ['commit', '--apply', '--yes']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(reason) });
    for (const character of ['\u0000', '\u001b', '\u202e']) expect(stdout).not.toContain(character);
    expect(lastMessage()).toBe('Begin');
  });

  it('accepts a message in plain text, and commits it only after the user has seen it', async () => {
    const text = 'Count to two\n\nIt was one.';
    const { stdout, stderr } = await runWith(text, ['commit']);
    expect(stdout).toBe(`${text}\n`);
    expect(stderr).toContain('kept as plain text');
    expect((await runWith(text, ['commit', '--apply', '--yes'])).code).toBe(3);
    expect(lastMessage()).toBe('Begin');
  });

  it('warns if a hook has changed the message', async () => {
    repository.write('.git/hooks/commit-msg', '#!/bin/sh\necho changed >> "$1"\n');
    chmodSync(join(repository.root, '.git/hooks/commit-msg'), 0o755);
    const { code, stderr } = await runWith(GOOD, ['commit', '--apply', '--yes']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('a hook of the repository has changed'),
    });
  });

  it('commits no message with --yes beside a secret that the model may not see', async () => {
    repository.write('.env', 'TOKEN=abc\n');
    repository.git('add', '--force', '.env');
    for (const flags of [[], ['--amend']]) {
      const { code, stderr } = await runWith(GOOD, ['commit', '--apply', '--yes', ...flags]);
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringContaining('Files that may hold secrets are staged'),
      });
    }
    expect(lastMessage()).toBe('Begin');
  });

  it.each(['length', 'content_filter'])(
    'commits no answer with --yes that ended with %s',
    async (finishReason) => {
      const model = await startModel(() => ({ content: JSON.stringify(GOOD), finishReason }));
      const { code, stderr } = await runCommand(['commit', '--apply', '--yes'], {
        ...inside(),
        env: model.env,
      });
      await model.stop();
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringContaining('ended the answer early'),
      });
    },
  );

  it.each<[string, number, (next: object | undefined) => object | undefined]>([
    ['nothing', 3, () => undefined],
    ['another range', 3, () => ({ range: { of: 'unstaged' } })],
    ['one file', 3, () => ({ range: { of: 'staged' }, paths: ['a.ts'] })],
    ['the first page', 3, (next) => (next ? undefined : { range: { of: 'staged' } })],
    ['the end alone', 3, () => ({ range: { of: 'staged' }, from: { file: 4, character: 0 } })],
    ['all pages', 0, (next) => ({ range: { of: 'staged' }, ...(next && { from: next }) })],
  ])('commits with --yes only if the model has read the whole change: %s', async (_, code, ask) => {
    for (let file = 0; file < 5; file += 1)
      repository.write(`src/${file}.ts`, `// ${'word '.repeat(20)}\n`.repeat(300));
    repository.git('add', '.');
    let asked = 0;
    const model = await startModel((request) => {
      const last = request.messages.at(-1);
      const next = last?.role === 'tool' ? JSON.parse(String(last.content)).next : undefined;
      const args = last?.role === 'tool' && next === undefined ? undefined : ask(next);
      asked += 1;
      if (args === undefined || asked > 40) return { content: JSON.stringify(GOOD) };
      return { toolCalls: [{ name: 'gitDiff', arguments: JSON.stringify(args) }] };
    });
    const finished = await runCommand(['commit', '--apply', '--yes'], { ...inside(), env: model.env });
    await model.stop();
    expect(finished.code).toBe(code);
    expect(finished.stderr.includes('has not seen the whole change')).toBe(code === 3);
  });

  it('commits nothing unless the user agrees', async () => {
    const before = fingerprint(repository.root);
    const model = await startModel(() => ({ content: 'never' }));
    const { code, stderr } = await runCommand(['commit', '--apply'], { ...inside(), env: model.env });
    await model.stop();
    expect(code).toBe(2);
    expect(stderr).toContain('There is no terminal to confirm at.\nAdd --yes.');
    expect(model.requests).toHaveLength(0);
    expect(fingerprint(repository.root)).toBe(before);
  });

  it('commits nothing if the staged changes differ by then', async () => {
    const model = await startModel(() => {
      repository.git('rm', '--quiet', '--cached', 'a.ts');
      return { content: JSON.stringify({ emoji: null, title: 'Change a', message: '' }) };
    });
    const { code, stderr } = await runCommand(['commit', '--apply', '--yes'], {
      ...inside(),
      env: model.env,
    });
    await model.stop();
    expect(code).toBe(2);
    expect(stderr).toContain('What is staged has changed since the message was written.');
    expect(lastMessage()).toBe('Begin');
  });

  it("runs the user's hooks only for the commit", async () => {
    const marker = join(repository.root, '.git', 'hook-ran');
    repository.write('.git/hooks/pre-commit', `#!/bin/sh\ntouch '${marker}'\nexit 1\n`);
    chmodSync(join(repository.root, '.git/hooks/pre-commit'), 0o755);
    await runCommand(['commit'], inside());
    expect(existsSync(marker)).toBe(false);
    const { code, stderr } = await runWith(GOOD, ['commit', '--apply', '--yes']);
    expect(existsSync(marker)).toBe(true);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('git commit failed') });
    expect(lastMessage()).toBe('Begin');
  });

  it('asks no model and changes nothing with --dry-run', async () => {
    const model = await startModel(() => ({ content: 'never' }));
    const before = fingerprint(repository.root);
    const options = { ...inside(), env: model.env };
    const { code, stdout } = await runCommand(['--dry-run', 'commit', '--apply', '--yes'], options);
    await model.stop();
    expect(code).toBe(0);
    expect(stdout).toContain('Dry run');
    expect(stdout).toContain('Range for the tools: {"of":"staged"}');
    expect(model.requests).toHaveLength(0);
    expect(fingerprint(repository.root)).toBe(before);
  });

  // E11
  it('adds a gitmoji only if the style allows it', async () => {
    const answer = JSON.stringify({ emoji: '✨', title: 'feat: add', message: '' });
    const model = await startModel(() => ({ content: answer }));
    const options = { ...inside(), env: model.env };
    const plain = await runCommand(['commit'], options);
    const conventional = await runCommand(['--style', 'conventional', '--gitmoji', 'commit'], options);
    const gitmoji = await runCommand(['--style', 'gitmoji', 'commit'], options);
    await model.stop();
    expect(plain.stdout).toBe('feat: add\n');
    expect(conventional).toMatchObject({
      stdout: 'feat: add\n',
      stderr: expect.stringContaining('No gitmoji'),
    });
    expect(gitmoji.stdout).toBe('✨ feat: add\n');
  });

  it('warns if a staged file may contain secrets, and does not show it to the model', async () => {
    repository.write('.env', 'TOKEN=hunter2\n');
    repository.git('add', '.env');
    const { stderr } = await runCommand(['commit'], inside());
    expect(stderr).toContain('Warning: ".env" is staged and may hold secrets.');
    const model = await startModel(({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { content: JSON.stringify({ emoji: null, title: 'Add', message: '' }) }
        : { toolCalls: [{ name: 'gitDiff', arguments: '{"range":{"of":"staged"}}' }] },
    );
    await runCommand(['commit'], { ...inside(), env: model.env });
    await model.stop();
    expect(JSON.stringify(model.requests)).toContain('Withheld');
    expect(JSON.stringify(model.requests)).not.toContain('hunter2');
  });
});
