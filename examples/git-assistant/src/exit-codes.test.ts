import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './cli.test.support.js';
import { startModel, type TestModel } from './model.test.support.js';
import { createProgram, type Program } from './program.test.support.js';
import { createRepository, TEST_ENVIRONMENT, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
let model: TestModel | undefined;
beforeEach(() => {
  repository = createRepository({ 'a.ts': '1\n' });
  repository.write('a.ts', '2\n');
  repository.git('add', 'a.ts');
});
afterEach(async () => {
  await model?.stop();
  model = undefined;
  repository.dispose();
});

const answer = async (content: string) => {
  model = await startModel(() => ({ content }));
};
const run = (...args: string[]) =>
  runCommand(args, { cwd: repository.root, ...(model && { env: model.env }) });

// The table in the README
describe('the exit code', () => {
  it('is 0 for success, including help', async () => {
    await answer('{"title": "Count"}');
    expect([
      (await run('commit')).code,
      (await run('--help')).code,
      (await run('--dry-run', 'commit')).code,
    ]).toEqual([0, 0, 0]);
  });

  it("is 2 for the user's capabilities if they are broken or missing", async () => {
    repository.write('own/a.toml', 'name = ');
    const codes = [
      (await run('--capabilities', join(repository.root, 'own'), 'capabilities')).code,
      (await run('--capabilities', '/nonexistent', 'capabilities')).code,
    ];
    expect(codes).toEqual([2, 2]);
  });

  it('is 1 for failures', async () => {
    model = await startModel(() => ({ error: { message: 'no', type: 'x' }, status: 400 }));
    const { code, stderr } = await run('commit');
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('is 2 for a wrong command line, and if there is nothing to work on', async () => {
    const codes = [
      await run('comit'),
      await run('commit', '--aply'),
      await run('commit', '--candidates', '9'),
      await run('commit', '--candidates', '2'),
      await run('commit', '--yes'),
      await run('commit', '--apply', '--yes', '--candidates', '2'),
      await run('--repo', '/nowhere', 'commit'),
      await run('run', 'nothing'),
    ].map(({ code }) => code);
    repository.git('reset', '--quiet', '--hard');
    codes.push((await run('commit')).code, (await run('review')).code);
    expect(codes).toEqual(Array.from({ length: 10 }, () => 2));
  });

  it('is 3 for refusals', async () => {
    expect((await run('commit', '--apply', '--yes')).code).toBe(3);
    await answer('{"title": "fixup! Begin", "emoji": null, "message": ""}');
    expect((await run('commit', '--apply', '--yes')).code).toBe(3);
  });

  it('is listed in the README', () => {
    const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
    const codes = [...readme.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual([0, 1, 2, 3, 4, 130]);
    for (const code of [143, 129, 141]) expect(readme).toContain(String(code));
  });
});

describe('the program as a process', () => {
  let program: Program;
  beforeAll(async () => {
    program = await createProgram();
  });

  async function start(...args: string[]) {
    model = await startModel(() => ({ content: 'Wait. '.repeat(400) }), { latency: 20, chunkSize: 6 });
    const child = spawn(process.execPath, [program.file, ...args], {
      cwd: repository.root,
      env: { ...TEST_ENVIRONMENT, ...model.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, ended, stderr: () => stderr };
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('ends after %s with code %d', async (signal, code) => {
    const { child, ended, stderr } = await start('chat', 'hello');
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(stderr()).toContain('Stopped.');
  });

  it('ends without a stack trace if nobody reads its output', async () => {
    const { child, ended, stderr } = await start('chat', 'hello');
    child.stdout.destroy();
    expect(await ended).toBe(141);
    expect(stderr()).not.toMatch(/EPIPE|^\s+at /m);
  });
});

describe('a repository in any state', () => {
  it.each<[string, () => void]>([
    ['a bare one', () => repository.git('config', 'core.bare', 'true')],
    [
      'in a rebase',
      () => {
        repository.commit('Two', { 'a.ts': 'two\n' });
        repository.git('checkout', '--quiet', '-b', 'other', 'HEAD~1');
        repository.commit('Three', { 'a.ts': 'three\n' });
        try {
          repository.git('rebase', 'main');
        } catch {
          // It stops at the conflict, as it should.
        }
      },
    ],
    ['with a broken HEAD', () => repository.write('.git/HEAD', 'nonsense\n')],
    [
      'with a branch that points nowhere',
      () => repository.write('.git/refs/heads/main', `${'1'.repeat(40)}\n`),
    ],
    ['with a broken index', () => repository.write('.git/index', 'nonsense')],
    ['with a broken configuration', () => repository.write('.git/config', '[core\n')],
    ['with a locked index', () => repository.write('.git/index.lock', '')],
  ])('%s causes a sentence and a documented exit code, never a stack trace', async (_, prepare) => {
    prepare();
    await answer('{"title": "Count", "emoji": null, "message": ""}');
    for (const args of [
      ['commit', '--apply', '--yes'],
      ['review'],
      ['pr'],
      ['changelog'],
      ['blame', 'a.ts:1'],
      ['hook', 'install'],
    ]) {
      const { code, stderr } = await run(...args);
      expect([0, 1, 2, 3]).toContain(code);
      expect(stderr).not.toMatch(/^\s+at |undefined|\[object/m);
      if (code !== 0) expect(stderr.length).toBeGreaterThan(10);
    }
  });
});

describe('a model whose answers can be anything', () => {
  it.each([
    ['wrong types', '{"title": 7, "emoji": [], "message": {"a": 1}}'],
    ['null', 'null'],
    ['a list', '[[[[]]]]'],
    ['prototype keys', '{"__proto__": {"title": "x"}, "constructor": 1}'],
    ['nothing', ''],
    ['NUL and escapes', '\u0000\u001b]0;x\u0007\u009b31m'],
    ['a fence', '```json\n{"title": "Fix", "emoji": null, "message": ""}\n```'],
    ['deep nesting', `${'{"title":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
    ['a long emoji', JSON.stringify({ title: 'Fix', emoji: '✨'.repeat(10_000), message: '' })],
  ])('causes neither an unintended commit nor a stack trace with %s', async (name, content) => {
    await answer(content);
    const { code, stdout, stderr } = await run('--style', 'gitmoji', 'commit', '--apply', '--yes');
    expect([0, 1, 3]).toContain(code);
    expect(stderr).not.toMatch(/^\s+at /m);
    for (const character of ['\u0000', '\u001b', '\u009b']) expect(stdout + stderr).not.toContain(character);
    const title = repository.git('log', '-1', '--format=%s').trim();
    expect(code === 0 ? title : 'Begin').toBe(
      name === 'a fence' || name === 'a long emoji' ? title : 'Begin',
    );
    if (code === 0) expect(title).toBe('Fix');
  });

  it('prints JSON without characters that control a terminal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capabilities-'));
    writeFileSync(
      join(folder, 'x.toml'),
      'name = "x"\ndescription = "d"\ntask_prompt = "t"\noutput_type = "PlainText"\n',
    );
    await answer('a\u009b31m\u202eb');
    const { stdout } = await run('--json', '--capabilities', folder, 'run', 'x');
    rmSync(folder, { recursive: true });
    expect(stdout).toContain('a\\u009b31m\\u202eb');
    expect(JSON.parse(stdout)).toMatchObject({ value: 'a\u009b31m\u202eb' });
  });
});
