import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistory } from './cli/input/chat-history.js';
import { editText } from './cli/input/edit-text.js';
import { runCommand } from './cli.test.support.js';
import { openRepository } from './git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from './repository.test.support.js';
import { coreTools } from './tools/core-tools.js';

const repository = createRepository({
  'a.ts': 'export const a = 1;\n',
  'b.py': 'b = 1\n',
  'package.json': '{ "devDependencies": { "eslint": "9" } }',
  '.gitignore': 'node_modules/\n',
});
const { root } = repository;
const home = mkdtempSync(join(tmpdir(), 'home-'));
const socket = createServer();
afterAll(async () => {
  await new Promise((resolve) => socket.close(resolve));
  repository.dispose();
  rmSync(home, { recursive: true });
});

const pipe = (path: string) => {
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
};
const open = (allowRun = false) => openRepository(root, { environment: TEST_ENVIRONMENT, allowRun });

/** Opening a pipe would wait for a writer, and the test would time out. */
describe('a file that is a pipe, a socket, a device or a folder', () => {
  it('is named by the tools and not read', async () => {
    pipe(join(root, 'pipe.ts'));
    await new Promise<void>((resolve) => socket.listen(join(root, 'socket.ts'), resolve));
    mkdirSync(join(root, 'folder.ts'));
    symlinkSync('pipe.ts', join(root, 'link.ts'));
    const core = coreTools(await open());
    const reasons = ['pipe.ts', 'socket.ts', 'folder.ts', 'link.ts'].map(async (path) => {
      const error = await core.call('fileRead', { path }).catch(String);
      return String(error).replace(/^.*?: /, '');
    });
    expect(await Promise.all(reasons)).toEqual([
      '"pipe.ts" is a named pipe, not a file.',
      '"socket.ts" is a socket, not a file.',
      '"folder.ts" is a folder; use repositoryMap for folders.',
      '"link.ts" is a named pipe, not a file.',
    ]);
    const paths = ['pipe.ts', 'socket.ts', 'folder.ts', 'link.ts'];
    await core.call('staticAnalysis', { paths }).catch(() => {});
    await core.call('gitStatus', {});
    await core.call('repositoryMap', {});
    await core.call('codeSearch', { query: 'const' });
    await core.call('projectDocs', {});
    for (const name of ['pipe.ts', 'socket.ts', 'link.ts', 'folder.ts'])
      rmSync(join(root, name), { recursive: true, force: true });
  });

  it('does not block a tool if git knows a file of the same name', async () => {
    pipe(join(root, 'a.ts'));
    pipe(join(root, 'b.py'));
    const core = coreTools(await open());
    await core.call('gitStatus', {});
    await core.call('repositoryMap', {});
    await core.call('codeSearch', { query: 'const' });
    await core.call('gitDiff', { range: { of: 'staged' } });
    for (const call of [
      core.call('gitDiff', { range: { of: 'unstaged' } }),
      core.call('gitBlame', { path: 'a.ts' }),
    ])
      await expect(call).rejects.toThrow(/unsupported file type/);
    repository.git('checkout', '--quiet', '--', '.');
  });

  it.each(['.gitignore', '.gitattributes', '.gitmodules', '.mailmap'])(
    'is refused if git itself would wait for it: %s',
    async (name) => {
      pipe(join(root, name));
      await expect(open()).rejects.toThrow(`"${name}" of the repository is a named pipe, not a file`);
      rmSync(join(root, name));
      repository.git('checkout', '--quiet', '--', '.');
    },
  );

  it.each(['core.excludesFile', 'core.attributesFile'])('is not waited for if %s names it', async (key) => {
    pipe(join(home, 'patterns'));
    repository.git('config', key, join(home, 'patterns'));
    const core = coreTools(await open());
    repository.git('config', '--unset', key);
    await core.call('gitStatus', {});
    await core.call('gitDiff', { range: { of: 'staged' } });
  });

  it('is not waited for if a linter declares it as its program', async () => {
    mkdirSync(join(root, 'node_modules/eslint'), { recursive: true });
    pipe(join(root, 'node_modules/eslint/package.json'));
    const { linters } = await coreTools(await open(true)).call('staticAnalysis', { paths: ['a.ts'] });
    expect(linters).toEqual([{ name: 'eslint', output: 'Not run: it is declared, but not installed.' }]);
  });

  it("is an error in place of the user's settings, and a warning in place of the repository's", async () => {
    mkdirSync(join(home, 'git-assistant'));
    const options = { cwd: root, env: { XDG_CONFIG_HOME: home } };
    const settings = join(home, 'git-assistant/settings.toml');
    const said: string[] = [];
    for (const make of [pipe, (path: string) => mkdirSync(path)]) {
      make(settings);
      const { code, stderr } = await runCommand(['--dry-run', 'chat', 'hello'], options);
      expect(code).toBe(2);
      said.push(stderr.split('\n')[0]?.replace(home, '') ?? '');
      rmSync(settings, { recursive: true });
    }
    const file = '/git-assistant/settings.toml: It cannot be read. It is';
    expect(said).toEqual([`${file} a named pipe, not a file.`, `${file} a folder, not a file.`]);
    pipe(join(root, '.git-assistant.toml'));
    const { code, stderr } = await runCommand(['--dry-run', 'chat', 'hello'], options);
    rmSync(join(root, '.git-assistant.toml'));
    expect(code).toBe(0);
    expect(stderr).toContain('Warning: ".git-assistant.toml" is a named pipe, not a file. It is not used.');
  });

  it('is not accepted as a hook, a history or a message', async () => {
    pipe(join(root, '.git/hooks/prepare-commit-msg'));
    expect(await runCommand(['hook', 'install'], { cwd: root })).toMatchObject({ code: 2 });
    pipe(join(home, 'git-assistant/history'));
    const history = await openHistory({ XDG_STATE_HOME: home });
    history.add('hello');
    await history.save();
    const editor = 'f() { rm "$1"; mkfifo "$1"; }; f';
    const io = { env: { ...process.env, VISUAL: editor }, stdout: process.stdout };
    await expect(editText('text', io)).rejects.toThrow(
      'The edited message cannot be read. It is a named pipe, not a file.',
    );
  });

  it('is not accepted as a repository', async () => {
    const { code, stderr } = await runCommand(['--repo', 'a.ts', 'commit'], { cwd: root });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/a\.ts" is not a folder\.$/m),
    });
  });
});
