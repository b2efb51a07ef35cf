import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './cli.test.support.js';
import { startModel, type TestModel } from './model.test.support.js';
import { createProgram, type Program } from './program.test.support.js';
import { createRepository, TEST_ENVIRONMENT, type TestRepository } from './repository.test.support.js';

let program: Program;
let repository: TestRepository;
let model: TestModel | undefined;
const HOOK = '.git/hooks/prepare-commit-msg';

beforeAll(async () => {
  program = await createProgram();
});
beforeEach(() => {
  repository = createRepository({ 'a.ts': '1\n', 'b.ts': '1\n' });
  repository.write('a.ts', '2\n');
  repository.git('add', 'a.ts');
});
afterEach(async () => {
  await model?.stop();
  model = undefined;
  repository.dispose();
});

/** Runs a command in this process. The hook runs the program in its own process, by path. */
async function runHere(...args: string[]) {
  const command = [process.execPath, program.file];
  const { code, stderr } = await runCommand(args, { cwd: repository.root, command });
  return { code, output: stderr };
}

/** `git commit` with an editor that prints the file and leaves it unchanged. */
const commit = async (...args: string[]) => run('git', ['commit', ...args], { GIT_EDITOR: 'cat' });

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, {
    cwd: repository.root,
    env: { ...TEST_ENVIRONMENT, ...model?.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => parts.push(part));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: parts.join('') };
}

const say = async (answer: object) => {
  model = await startModel(() => ({ content: JSON.stringify(answer) }));
};
const titles = () => repository.git('log', '-1', '--format=%B').trimEnd();

describe('the hook', () => {
  it('is not installed with options that it would not have', async () => {
    const options = ['--provider', 'ollama', '--fast-model', 'small', '--repo', '.', '--dry-run'];
    expect(await runHere(...options, 'hook', 'install')).toEqual({
      code: 2,
      output:
        'The hook takes no option but --repo and --debug.\nIt reads the environment and the settings: write into settings.toml what it is to do.\n',
    });
    expect(existsSync(join(repository.root, HOOK))).toBe(false);
  });

  it("puts a draft above git's text, and is gone after uninstall", async () => {
    await say({ emoji: null, title: 'Count to two', message: '#12 is a line' });
    expect(await runHere('hook', 'install')).toMatchObject({
      code: 0,
      output: expect.stringContaining(HOOK),
    });
    const { code, output } = await commit();
    expect(output).toMatch(/^Count to two\n\n #12 is a line\n\n# Please enter/m);
    expect({ code, message: titles() }).toEqual({ code: 0, message: 'Count to two\n\n #12 is a line' });
    expect(await runHere('hook', 'uninstall')).toMatchObject({ code: 0 });
    expect(existsSync(join(repository.root, HOOK))).toBe(false);
    expect(await runHere('hook', 'uninstall')).toMatchObject({ code: 2 });
  });

  it('does not change a message that exists already', async () => {
    await say({ emoji: null, title: 'Never', message: '' });
    await runHere('hook', 'install');
    expect(await commit('-m', 'Mine')).toMatchObject({ code: 0 });
    expect(titles()).toBe('Mine');
    await commit('--amend', '--no-edit');
    expect(titles()).toBe('Mine');
    expect(model?.requests).toEqual([]);
  });

  it('never blocks a commit: without a key, with a failing model, with a missing program', async () => {
    await runHere('hook', 'install');
    const scripted = await commit('--allow-empty-message');
    expect(scripted).toMatchObject({ code: 0, output: expect.not.stringContaining('Change a.ts') });
    model = await startModel(() => ({ error: { message: 'no', type: 'x' }, status: 400 }));
    expect(await commit('--allow-empty', '--allow-empty-message')).toMatchObject({ code: 0 });
    const script = join(repository.root, HOOK);
    repository.write(HOOK, readFileSync(script, 'utf8').replaceAll(program.file, '/nowhere.mjs'));
    const gone = await commit('--allow-empty', '--allow-empty-message');
    expect(gone).toMatchObject({ code: 0, output: expect.not.stringContaining('nowhere') });
  });

  // E16
  it('puts the draft above a template, which is no message', async () => {
    await say({ emoji: null, title: 'Count to two', message: '' });
    repository.write('.git/template', '# why?\n\nRefs: none\n');
    repository.git('config', 'commit.template', join(repository.root, '.git/template'));
    await runHere('hook', 'install');
    const { code, output } = await commit();
    expect(output).toMatch(/^Count to two\n# why\?\n\nRefs: none\n/m);
    expect({ code, message: titles() }).toEqual({ code: 0, message: 'Count to two\n\nRefs: none' });
  });

  it.each([
    ['default', [], '# git-assistant: no draft: '],
    ['another comment character', ['core.commentChar', ';'], '; git-assistant: no draft: '],
    ['a character that git chooses', ['core.commentChar', 'auto'], '# git-assistant: no draft: '],
  ])('says in a comment why there is no draft: %s', async (_, setting, comment) => {
    if (setting.length > 0) repository.git('config', ...setting);
    model = await startModel(() => ({ error: { message: 'rate limit', type: 'x' }, status: 400 }));
    await runHere('hook', 'install');
    const { code, output } = await commit('--allow-empty-message');
    expect({ code, message: titles() }).toEqual({ code: 0, message: '' });
    expect(output).toContain(comment);
    expect(output).toContain('rate limit');
  });

  it('adds no comment where git would commit it', async () => {
    repository.git('config', 'commit.cleanup', 'whitespace');
    model = await startModel(() => ({ error: { message: 'no', type: 'x' }, status: 400 }));
    await runHere('hook', 'install');
    const { output } = await commit('--allow-empty-message');
    expect(output).not.toContain('no draft');
  });

  it('describes only the changes of this commit', async () => {
    repository.write('b.ts', '2\n');
    const seen: string[] = [];
    model = await startModel(({ messages }) => {
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
      seen.push(...results);
      return results.length > 0
        ? { content: '{"title": "Change b"}' }
        : { toolCalls: [{ name: 'gitDiff', arguments: '{"range":{"of":"staged"}}' }] };
    });
    await runHere('hook', 'install');
    await commit('b.ts');
    expect(titles()).toBe('Change b');
    expect(seen.join()).toContain('b.ts');
    expect(seen.join()).not.toContain('a.ts');
  });

  it('describes only the staged part of a file', async () => {
    repository.commit('Two lines', { 'a.ts': 'one\n2\n3\n4\n5\n6\n7\n8\nnine\n' });
    repository.write('a.ts', 'staged\n2\n3\n4\n5\n6\n7\n8\nnine\n');
    repository.git('add', 'a.ts');
    repository.write('a.ts', 'staged\n2\n3\n4\n5\n6\n7\n8\nunstaged\n');
    let seen = '';
    model = await startModel(({ messages }) => {
      seen = JSON.stringify(messages);
      return messages.some(({ role }) => role === 'tool')
        ? { content: '{"title": "Change the first line"}' }
        : { toolCalls: [{ name: 'gitDiff', arguments: '{"range":{"of":"staged"}}' }] };
    });
    await runHere('hook', 'install');
    await commit();
    expect(titles()).toBe('Change the first line');
    expect(seen).toContain('+staged');
    expect(seen).not.toContain('unstaged');
    expect(seen).toContain('describe only what gitDiff gives as staged, also for \\"a.ts\\"');
  });

  it('leaves the message of an amended commit unchanged, also in the editor', async () => {
    await say({ emoji: null, title: 'Never', message: '' });
    await commit('-m', 'Mine');
    await runHere('hook', 'install');
    repository.write('b.ts', '2\n');
    repository.git('add', 'b.ts');
    const { code, output } = await commit('--amend');
    expect({ code, message: titles() }).toEqual({ code: 0, message: 'Mine' });
    expect(output).toMatch(/^Mine\n\n# Please enter/m);
    expect(model?.requests).toEqual([]);
  });

  it('never overwrites a hook of the user', async () => {
    repository.write(HOOK, '#!/bin/sh\necho mine\n');
    chmodSync(join(repository.root, HOOK), 0o755);
    for (const command of ['install', 'uninstall']) {
      const { code } = await runCommand(['hook', command], { cwd: repository.root });
      expect(code).toBe(2);
    }
    expect(readFileSync(join(repository.root, HOOK), 'utf8')).toBe('#!/bin/sh\necho mine\n');
  });

  it('is not written through a link to a missing file, and does not replace the link', async () => {
    mkdirSync(join(repository.root, '.git/hooks'), { recursive: true });
    symlinkSync('../../victim', join(repository.root, HOOK));
    for (const command of ['install', 'uninstall']) {
      expect(await runHere('hook', command)).toMatchObject({ code: 2 });
    }
    expect(existsSync(join(repository.root, 'victim'))).toBe(false);
    expect(readlinkSync(join(repository.root, HOOK))).toBe('../../victim');
  });

  it('names the folder in which it cannot be written, and what to do', async () => {
    for (const path of ['/dev/null', 'a.ts']) {
      repository.git('config', 'core.hooksPath', path);
      const { code, output } = await runHere('hook', 'install');
      expect({ path, code, output }).toEqual({
        path,
        code: 2,
        output: expect.stringMatching(
          /^No hook can be written to the folder ".*": .*\.\n.*git config --unset core\.hooksPath\n$/,
        ),
      });
    }
  });

  it('is installed in the folder of core.hooksPath, and for a linked worktree', async () => {
    repository.git('config', 'core.hooksPath', 'my hooks');
    const { code } = await runCommand(['hook', 'install'], { cwd: repository.root });
    expect(code).toBe(0);
    expect(existsSync(join(repository.root, 'my hooks/prepare-commit-msg'))).toBe(true);
    repository.git('config', '--unset', 'core.hooksPath');
    repository.git('worktree', 'add', '--quiet', 'linked');
    await runCommand(['hook', 'install'], { cwd: join(repository.root, 'linked') });
    expect(existsSync(join(repository.root, HOOK))).toBe(true);
    expect(spawnSync('sh', ['-n', join(repository.root, HOOK)]).status).toBe(0);
  });
});
