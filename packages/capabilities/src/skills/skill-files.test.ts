import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ended, pidIn } from '../guard/running.test.support.js';
import { createFolder } from './folders.test.support.js';
import { type Skills, skills } from './skills.js';

const folder = createFolder();
let source: Skills;
afterAll(() => folder.dispose());
beforeAll(async () => {
  folder.skill('s/tool', 'Tools.');
  folder.write('s/tool/notes.md', 'ü'.repeat(60_000));
  folder.write('s/tool/image.png', new Uint8Array([137, 80, 0, 1]));
  folder.write('s/tool/latin.txt', new Uint8Array([0xfc, 0x0a]));
  folder.write('s/tool/huge.txt', 'x'.repeat(2_000_001));
  folder.write('s/tool/empty.txt', '');
  folder.write(
    's/tool/scripts/echo.mjs',
    'console.log(JSON.stringify([process.argv.slice(2), process.cwd(), process.env]));',
  );
  folder.write('s/tool/scripts/fail.sh', 'echo no >&2; exit 3');
  folder.write('s/tool/scripts/flood.mjs', "for (;;) process.stdout.write('x'.repeat(65_536));");
  folder.write('s/tool/scripts/family.sh', 'sleep 1000 & echo $! > "$1"; wait');
  folder.write(
    's/tool/scripts/leave.mjs',
    "import { spawn } from 'node:child_process'; spawn('sleep', ['30'], { detached: true, stdio: 'inherit' }).unref(); console.log('left');",
  );
  folder.write('s/tool/scripts/data.txt', 'not a script');
  folder.write('s/tool/setup.sh', 'exit 0');
  folder.write('outside.sh', 'exit 0');
  symlinkSync(join(folder.root, 'outside.sh'), join(folder.root, 's/tool/scripts/link.sh'));
  source = await skills(join(folder.root, 's'), {
    scripts: { timeoutMs: 10_000, maxBytes: 10_000, env: { MODE: 'test' } },
  });
});

const read = (path: string, from?: number) =>
  source.execute('readSkillFile', { skill: 'tool', path, ...(from !== undefined && { from }) });
const run = (path: string, args: readonly string[] = [], signal?: AbortSignal) =>
  source.execute('runSkillScript', { skill: 'tool', path, args }, signal && { signal });

// N4
describe('a file of a skill', () => {
  it('is returned in parts if it is long, and each part says how to read on', async () => {
    const { result } = await read('notes.md');
    expect(result).toBe(
      `${'ü'.repeat(50_000)}\n\n[Characters 0 to 50000 of 60000. Continue with readSkillFile from: 50000.]`,
    );
    expect((await read('notes.md', 50_000)).result).toBe('ü'.repeat(10_000));
    expect((await read('notes.md', 60_001)).result).toBe('[The text has 60000 characters.]');
    expect((await read('empty.txt')).result).toBe('');
  });

  it.each([
    ['image.png', 'is a binary file of 4 bytes'],
    ['latin.txt', 'is not a text in UTF-8'],
    ['huge.txt', 'has 2000001 bytes'],
    ['scripts', 'is a folder'],
    ['scripts/link.sh', 'leads out of the folder of the skill'],
    ['../../outside.sh', 'leads out of the folder of the skill'],
    ['/etc/passwd', 'is absolute'],
    ['\\\\server\\share', 'has a backslash'],
    ['notes.md:stream', 'has a colon'],
    ['x:y.md', 'has a colon'],
    ['NUL', 'names a device'],
    ['notes.md/', 'names a folder'],
    ['a/com1.txt', 'names a device'],
    ['notes.md.', 'ends with a dot or a space'],
    ['NOTES.md', "does not exist. Did you mean 'notes.md'?"],
  ])('%s is refused with the reason', async (path, reason) => {
    const { error } = await read(path);
    expect(error).toContain(reason);
  });
});

// N4
it('a skill whose folder was replaced by a link shows nothing of the other folder', async () => {
  folder.skill('moved/one');
  folder.write('elsewhere/secret-name.txt', 'secret');
  const moved = await skills(join(folder.root, 'moved'));
  rmSync(join(folder.root, 'moved/one'), { recursive: true });
  symlinkSync(join(folder.root, 'elsewhere'), join(folder.root, 'moved/one'));
  for (const path of ['secret-name.txt', 'secret-nam.txt', '']) {
    const { error } = await moved.execute('readSkillFile', { skill: 'one', path });
    expect(error).toContain('the folder of the skill was moved or removed');
  }
  expect((await moved.execute('readSkill', { name: 'one' })).error).toContain('was moved or removed');
});

// N4
describe('a script of a skill', () => {
  it('gets its arguments unchanged, the folder of the skill, and no variables but those that were chosen', async () => {
    process.env.SKILL_CANARY = 'secret';
    const { result } = await run('scripts/echo.mjs', ['a b', '--x', '$(id); "']);
    delete process.env.SKILL_CANARY;
    const { stdout } = result as { stdout: string }; // the result of the tool
    const [args, cwd, env] = JSON.parse(stdout);
    expect([args, cwd]).toEqual([['a b', '--x', '$(id); "'], source.list[0]?.folder]);
    expect(env).toMatchObject({ MODE: 'test', PATH: process.env.PATH });
    expect(Object.keys(env)).not.toContain('SKILL_CANARY');
    expect(Object.keys(env)).not.toContain('HOME');
  });

  it('that fails returns its exit code and what it printed', async () => {
    expect(await run('scripts/fail.sh')).toEqual({
      result: { exitCode: 3, stdout: '', stderr: 'no\n' },
      error: null,
    });
  });

  it('returns when it has ended, although a process that it has left behind keeps its output open', async () => {
    const { result } = await run('scripts/leave.mjs');
    expect(result).toEqual({ exitCode: 0, stdout: 'left\n', stderr: '' });
  });

  it('is ended when it prints too much', async () => {
    const { result } = await run('scripts/flood.mjs');
    expect(result).toMatchObject({ exitCode: null, truncated: true, stdout: 'x'.repeat(10_000) });
  });

  it('is ended with its children, by an abort and by its timeout', async () => {
    const stop = new AbortController();
    const file = join(folder.root, 'pid-1');
    const running = run('scripts/family.sh', [file], stop.signal);
    const pid = await pidIn(file);
    stop.abort();
    expect((await running).error).toContain('aborted');
    await ended(pid);
    const short = await skills(join(folder.root, 's'), { scripts: { timeoutMs: 500 } });
    const other = join(folder.root, 'pid-2');
    const { error } = await short.execute('runSkillScript', {
      skill: 'tool',
      path: 'scripts/family.sh',
      args: [other],
    });
    expect(error).toContain('took longer than 0.5 s');
    await ended(await pidIn(other));
  });

  it.each([
    ['setup.sh', "is not in the folder 'scripts'"],
    ['scripts/data.txt', 'scripts have one of the endings .py, .sh, .js, .mjs, .cjs'],
    ['scripts/link.sh', 'leads out of the folder of the skill'],
    ['scripts/../setup.sh', "is not in the folder 'scripts'"],
    ['scripts', "is not in the folder 'scripts'"],
    ['scripts/none.sh', 'does not exist'],
  ])('%s is refused with the reason', async (path, reason) => {
    expect((await run(path)).error).toContain(reason);
  });

  it('may take any time, and names the folder in which it cannot start', async () => {
    const patient = { timeoutMs: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
    const args = { skill: 'tool', path: 'scripts/fail.sh' };
    for (const scripts of [patient, { timeoutMs: 2 ** 31 }]) {
      const slow = await skills(join(folder.root, 's'), { scripts });
      expect((await slow.execute('runSkillScript', args)).result).toMatchObject({ exitCode: 3 });
    }
    const lost = await skills(join(folder.root, 's'), { scripts: { cwd: join(folder.root, 'gone') } });
    expect((await lost.execute('runSkillScript', args)).error).toMatch(
      /in .*gone, a folder that does not exist/,
    );
    for (const scripts of [{ timeoutMs: Number.NaN }, { timeoutMs: 0 }, { maxBytes: Number.NaN }])
      await expect(skills(join(folder.root, 's'), { scripts })).rejects.toThrow('must be above 0');
  });

  it('is refused with an argument that has a NUL', async () => {
    const { error } = await run('scripts/fail.sh', ['a', 'b\u0000c']);
    expect(error).toContain('argument 1 has a NUL in it');
  });
});

// N4
describe('the list of files', () => {
  const listOf = async (path: string) => {
    const listed = await skills(join(folder.root, path));
    const { result } = await listed.execute('readSkill', { name: 'one' });
    return { listed, text: String(result) };
  };

  it('has those that can be read by the name that it shows, and says where others are', async () => {
    folder.skill('listed/one');
    folder.write('listed/one/a.md', '');
    const hidden = ['b\n- c.md', 'x\u200b.md', 'x:y.md', 'back\\slash.md', 'dot.', 'NUL.md'];
    for (const name of [...hidden, '.DS_Store', '.git/HEAD']) folder.write(`listed/one/odd/${name}`, '');
    for (const [target, name] of [
      ['a.md', 'inside.md'],
      ['..', 'up'],
      ['nothing', 'lost'],
      [join(folder.root, 'outside.sh'), 'out.sh'],
    ] as const)
      symlinkSync(target, join(folder.root, 'listed/one', name));
    const { text } = await listOf('listed');
    expect(text).toMatch(/readSkillFile:\n- a\.md\n- inside\.md\n\nThere are more files in odd\/\.$/);
  });

  it('shows files of each folder, however many files or folders another one has', async () => {
    folder.skill('many/one');
    for (let index = 0; index < 1_200; index += 1) folder.write(`many/one/assets/${index}.txt`, '');
    for (let index = 0; index < 80; index += 1) folder.write(`many/one/data/${index}/a.txt`, '');
    for (const path of ['references/rules.md', 'scripts/run.sh']) folder.write(`many/one/${path}`, 'x');
    const { listed, text } = await listOf('many');
    const files = [...text.matchAll(/^- (.*)$/gm)].map(([, file]) => file ?? '');
    expect(files).toEqual(expect.arrayContaining(['references/rules.md', 'scripts/run.sh', 'data/0/a.txt']));
    expect(files.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/There are more files in assets\/, data\/\.$/);
    for (const path of files)
      expect(await listed.execute('readSkillFile', { skill: 'one', path })).toMatchObject({ error: null });
  });
});
