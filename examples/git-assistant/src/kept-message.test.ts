import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDialogue, runCommand } from './cli.test.support.js';
import { startModel, type TestModel } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

// E16
let repository: TestRepository;
let model: TestModel;
const folder = mkdtempSync(join(tmpdir(), 'editor-'));
const editor = join(folder, 'editor.sh');
const kept = (): string => readFileSync(join(repository.root, '.git/COMMIT_EDITMSG'), 'utf8');
const committed = () => repository.git('log', '-1', '--format=%B').trimEnd();

beforeAll(() => {
  writeFileSync(editor, '#!/bin/sh\nprintf "Edited by hand\\n\\nTwenty lines.\\n" > "$1"\n', { mode: 0o755 });
});
beforeEach(async () => {
  repository = createRepository({ 'a.ts': '1\n' });
  repository.write('a.ts', '2\n');
  repository.git('add', 'a.ts');
  let next = 0;
  model = await startModel(() => ({
    content: JSON.stringify({ emoji: null, title: `Title ${++next}`, message: 'Long body.' }),
  }));
});
afterEach(async () => {
  await model.stop();
  repository.dispose();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const surroundings = () => ({ cwd: repository.root, env: { ...model.env, VISUAL: editor } });
const commit = () => openDialogue(['commit', '--apply'], surroundings());
const QUESTION = '[c]hoose? ';

function hook(name: string, script: string): void {
  const file = join(repository.root, '.git/hooks', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

it('asks again with the same message after a hook has refused the commit', async () => {
  hook('pre-commit', 'echo lint failed >&2; exit 1');
  const terminal = commit();
  await terminal.until(QUESTION);
  terminal.type('e');
  await terminal.until(QUESTION);
  terminal.type('y');
  const screen = await terminal.until(QUESTION);
  expect(screen).toContain('git commit failed: lint failed');
  expect(screen).toContain('git commit --edit --file=.git/COMMIT_EDITMSG');
  expect(kept()).toBe('Edited by hand\n\nTwenty lines.\n');
  rmSync(join(repository.root, '.git/hooks/pre-commit'));
  terminal.type('y');
  expect(await terminal.exit()).toBe(0);
  expect(committed()).toBe('Edited by hand\n\nTwenty lines.');
  expect(model.requests).toHaveLength(1);
});

it.each(['pre-commit', 'commit-msg'])(
  'keeps the message that %s refused, and offers it the next time without a request',
  async (name) => {
    hook(name, 'echo "by a hook" >> "$1"; exit 1');
    const { code, stderr } = await runCommand(['commit', '--apply', '--yes'], surroundings());
    expect(code).toBe(1);
    expect(stderr).toContain('The message is kept, and offered the next time.');
    expect(kept()).toBe('Title 1\n\nLong body.\n');
    rmSync(join(repository.root, '.git/hooks', name));
    const terminal = commit();
    expect(await terminal.until(QUESTION)).toMatch(
      /This message of an earlier attempt was not committed:\nTitle 1\n\nLong body\./,
    );
    terminal.type('y');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Title 1\n\nLong body.');
    expect(model.requests).toHaveLength(1);
  },
);

it('says that other changes are staged since, and asks the model for another message on request', async () => {
  hook('pre-commit', 'exit 1');
  await runCommand(['commit', '--apply', '--yes'], surroundings());
  rmSync(join(repository.root, '.git/hooks/pre-commit'));
  repository.write('a.ts', '3\n');
  repository.git('add', 'a.ts');
  const terminal = commit();
  expect(await terminal.until(QUESTION)).toContain('and what is staged has changed since:');
  terminal.type('r shorter');
  expect(await terminal.until(QUESTION)).toContain('Title 2');
  terminal.type('c 1');
  await terminal.until(QUESTION);
  terminal.type('y');
  expect(await terminal.exit()).toBe(0);
  expect(committed()).toBe('Title 1\n\nLong body.');
});

it('keeps a message that was edited and then not committed, but not one that was only read', async () => {
  for (const [keys, isOffered] of [
    [['e', 'n'], true],
    [['n'], false],
  ] as const) {
    rmSync(join(repository.root, '.git/COMMIT_EDITMSG'), { force: true });
    const terminal = commit();
    for (const key of keys) {
      await terminal.until(QUESTION);
      terminal.type(key);
    }
    expect(await terminal.exit()).toBe(0);
    const next = commit();
    const screen = await next.until(QUESTION);
    expect(screen.includes('an earlier attempt')).toBe(isOffered);
    next.type('n');
    await next.exit();
  }
});

it('offers what a person wrote until it is committed, also after other drafts', async () => {
  const answer = async (...keys: string[]) => {
    const terminal = commit();
    let screen = '';
    for (const key of keys) {
      screen += await terminal.until(QUESTION);
      terminal.type(key);
    }
    expect(await terminal.exit()).toBe(0);
    return screen;
  };
  await answer('e', 'n');
  for (const keys of [['n'], ['n'], ['r shorter', 'n'], ['n']]) {
    expect(await answer(...keys)).toContain('an earlier attempt');
    expect(kept()).toBe('Edited by hand\n\nTwenty lines.\n');
  }
  expect(await answer('y')).toContain('Edited by hand');
  expect(committed()).toBe('Edited by hand\n\nTwenty lines.');
});

it('offers the message of an amended commit for no other one', async () => {
  hook('pre-commit', 'exit 1');
  await runCommand(['commit', '--amend', '--apply', '--yes'], surroundings());
  const terminal = commit();
  const screen = await terminal.until(QUESTION);
  expect(screen).toContain('The message of an earlier attempt with --amend is not used:\nTitle 1\n');
  expect(screen).toContain('Title 2');
  terminal.type('n');
  await terminal.exit();
});

it('does not say that a message is kept which could not be', async () => {
  rmSync(join(repository.root, '.git/COMMIT_EDITMSG'), { force: true });
  mkdirSync(join(repository.root, '.git/COMMIT_EDITMSG'));
  const terminal = commit();
  for (const key of ['e', 'n']) {
    await terminal.until(QUESTION);
    terminal.type(key);
  }
  expect(await terminal.until('No commit was made.')).not.toContain('The message is kept');
  await terminal.exit();
});

it('has the message on the disk while it asks, so that a crash loses nothing', async () => {
  const terminal = commit();
  await terminal.until(QUESTION);
  expect(kept()).toBe('Title 1\n\nLong body.\n');
  terminal.type('n');
  await terminal.exit();
});

it('prints the message of an earlier attempt that --yes does not use', async () => {
  hook('pre-commit', 'exit 1');
  await runCommand(['commit', '--apply', '--yes'], surroundings());
  const { stderr } = await runCommand(['commit', '--apply', '--yes'], surroundings());
  expect(stderr).toContain('The message of an earlier attempt is not used:\nTitle 1\n\nLong body.\n');
  expect(kept()).toContain('Title 2');
});

it('prints the message if it cannot be kept', async () => {
  rmSync(join(repository.root, '.git/COMMIT_EDITMSG'), { force: true });
  mkdirSync(join(repository.root, '.git/COMMIT_EDITMSG'));
  hook('pre-commit', 'exit 1');
  const { code, stderr } = await runCommand(['commit', '--apply', '--yes'], surroundings());
  expect(code).toBe(1);
  expect(stderr).toMatch(/the message cannot be kept in \.git\/COMMIT_EDITMSG: .*\nTitle 1\n\nLong body\./);
});

it('replaces a link instead of writing to the file behind it', async () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'mine');
  rmSync(join(repository.root, '.git/COMMIT_EDITMSG'), { force: true });
  symlinkSync(other, join(repository.root, '.git/COMMIT_EDITMSG'));
  hook('pre-commit', 'exit 1');
  await runCommand(['commit', '--apply', '--yes'], surroundings());
  expect(readFileSync(other, 'utf8')).toBe('mine');
  expect(kept()).toContain('Title 1');
});

it('writes nothing without --apply, and takes no file of git for a kept message', async () => {
  await runCommand(['commit'], surroundings());
  expect(existsSync(join(repository.root, '.git/COMMIT_EDITMSG.git-assistant'))).toBe(false);
  writeFileSync(join(repository.root, '.git/COMMIT_EDITMSG'), 'A message of git\n');
  const terminal = commit();
  expect(await terminal.until(QUESTION)).not.toContain('A message of git');
  terminal.type('n');
  await terminal.exit();
});
