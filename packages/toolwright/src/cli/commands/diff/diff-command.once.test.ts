import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';
import { WEATHER } from '../codegen/codegen.test.support.js';

afterAll(removeScratch);

const LOCK = 'src/tools.lock.json';
const run = (cwd: string, ...args: string[]) => runCli(args, { cwd });
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    stdio: 'pipe',
  });
const CHANGED = WEATHER.replace('1 | 3 | 7', '1 | 3').replace('City name', 'A | city');

/** A project whose lock is committed, and whose tool has changed since. */
async function changedProject(): Promise<string> {
  const folder = createScratch({
    ...PROJECT_FILES,
    'src/weather.ts': WEATHER,
    '.gitignore': 'node_modules\n',
  });
  await run(folder, 'lock');
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'one');
  writeFiles(folder, { 'src/weather.ts': CHANGED });
  return folder;
}

// F2, F5
describe('toolwright diff', () => {
  it('says what has changed, with a call that is refused now, and which release it needs', async () => {
    const folder = await changedProject();
    expect(await run(folder, 'diff')).toEqual({
      code: 0,
      stderr: '',
      stdout: `forecast (src/weather.ts:10)
  model-visible  input /parameters/properties/city/description: \`description\` has changed
  breaking       input /parameters/properties/days/enum: \`enum\` no longer contains 7
                 refused now: {"days":7,"city":""}

Release: major
`,
    });
    const { stdout } = await run(folder, 'diff', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual({
      changes: [
        {
          tool: 'forecast',
          side: 'input',
          path: '/parameters/properties/city/description',
          verdict: 'model-visible',
          message: '`description` has changed',
          file: 'src/weather.ts',
          line: 10,
        },
        {
          tool: 'forecast',
          side: 'input',
          path: '/parameters/properties/days/enum',
          verdict: 'breaking',
          message: '`enum` no longer contains 7',
          example: { days: 7, city: '' },
          file: 'src/weather.ts',
          line: 10,
        },
      ],
      release: 'major',
    });
  });

  it('has a place for each change: of the parameter, of the tool, or in the lock; and agrees with lock --check', async () => {
    const before = `import { tool } from 'toolwright';
export class Values {
  /** Add. @param v A number */
  @tool add(
    v: number, // not z: string
    more: { deep: string },
    z?: string,
  ): void {}
  /** Gone. */ @tool gone(): void {}
}
`;
    const folder = createScratch({ ...PROJECT_FILES, 'src/weather.ts': before });
    await run(folder, 'lock');
    const after = before
      .replace('v: number,', 'v: number | null,')
      .replace('deep: string', 'deep: number')
      .replace(/ *\/\*\* Gone.*\n/, '');
    writeFiles(folder, { 'src/weather.ts': after });
    const { changes } = JSON.parse((await run(folder, 'diff', '--format', 'json')).stdout);
    const lines = readFileSync(path.join(folder, LOCK), 'utf8').split('\n');
    const block = lines.findIndex((line) => line.includes('"name": "gone"')) + 1;
    const places = changes.map((one: { path: string; file: string; line: number; message: string }) => [
      one.path,
      `${one.file}:${one.line}`,
      one.message,
    ]);
    expect(places).toEqual([
      ['/parameters/properties/v/type', 'src/weather.ts:5', '`type` was "number" and is "number" or "null"'],
      ['/parameters/properties/more/properties/deep/type', 'src/weather.ts:6', expect.any(String)],
      ['', `src/tools.lock.json:${block}`, 'was removed'],
    ]);
    const pretty = (await run(folder, 'diff')).stdout;
    expect(pretty).toContain('add (src/weather.ts:4)');
    expect(pretty).toContain('is "number" or "null" (line 5)');
    expect(pretty).toContain(`gone (src/tools.lock.json:${block})`);
    const sarif = JSON.parse((await run(folder, 'diff', '--format', 'sarif')).stdout);
    for (const { locations } of sarif.runs[0].results) expect(locations).toHaveLength(1);
  });

  it('sees another order of parameters and literals, as lock --check does', async () => {
    const before = `import { tool } from 'toolwright';
export class Values {
  /** Move. */ @tool move(x: number, y: number): void {}
  /** Paint. */ @tool paint(color: 'red' | 'blue'): void {}
  /** Forecast. */ @tool forecast(city = 'Oslo', days = 1): string { return city + days; }
}
`;
    const folder = createScratch({ ...PROJECT_FILES, 'src/weather.ts': before });
    await run(folder, 'lock');
    const after = before
      .replace('x: number, y: number', 'y: number, x: number')
      .replace("'red' | 'blue'", "'blue' | 'red'")
      .replace("city = 'Oslo', days = 1", "days = 1, city = 'Oslo'");
    writeFiles(folder, { 'src/weather.ts': after });
    const { changes, release } = JSON.parse((await run(folder, 'diff', '--format', 'json')).stdout);
    expect(changes.map(({ tool }: { tool: string }) => tool)).toEqual(['forecast', 'move', 'paint']);
    expect(release).toBe('patch');
    const check = await run(folder, 'lock', '--check');
    expect(check.code).toBe(1);
    for (const name of ['forecast', 'move', 'paint'])
      expect(check.stderr).toMatch(new RegExp(`^${name} has changed: .*different order`, 'm'));
    await run(folder, 'lock');
    expect((await run(folder, 'lock', '--check')).code).toBe(0);
  });

  it('fails on the verdicts that it is told to fail on', async () => {
    const folder = await changedProject();
    expect((await run(folder, 'diff', '--fail-on', 'breaking')).code).toBe(1);
    await run(folder, 'lock');
    expect(await run(folder, 'diff', '--fail-on', 'model-visible')).toMatchObject({
      code: 0,
      stdout: 'Release: none\n',
    });
    writeFiles(folder, { 'src/weather.ts': CHANGED.replace('A | city', 'Other') });
    expect((await run(folder, 'diff', '--fail-on', 'breaking')).code).toBe(0);
    const failed = await run(folder, 'diff', '--fail-on', 'model-visible');
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/\nRelease: patch\n$/) });
  });

  it('prints for GitHub, code scanning and pull requests', async () => {
    const folder = await changedProject();
    const github = (await run(folder, 'diff', '--format', 'github')).stdout;
    expect(github).toContain(
      '::error file=src/weather.ts,line=10,title=breaking%3A forecast input /parameters/properties/days/enum::`enum` no longer contains 7; refused now: {"days":7,"city":""}\n',
    );
    expect(github).toMatch(/\nRelease: major\n$/);
    const sarif = JSON.parse((await run(folder, 'diff', '--format', 'sarif')).stdout);
    expect(sarif.runs[0].results.map(({ level }: { level: string }) => level)).toEqual(['warning', 'error']);
    expect(sarif.runs[0].properties).toEqual({ release: 'major' });
    const markdown = (await run(folder, 'diff', '--format', 'markdown')).stdout;
    expect(markdown).toContain(
      '| 🔴 breaking | `forecast` src/weather.ts:10 | input `/parameters/properties/days/enum` | `enum` no longer contains 7 | `{"days":7,"city":""}` |\n',
    );
    expect(markdown).toMatch(/\n\n\*\*Release: major\*\*\n$/);
  });

  it('reads the lock at a revision, or another file, and leaves the work tree as it is', async () => {
    const folder = await changedProject();
    const before = readFileSync(path.join(folder, LOCK));
    const old = path.join(folder, 'old.json');
    writeFileSync(old, before);
    await run(folder, 'lock');
    const now = readFileSync(path.join(folder, LOCK));
    for (const base of ['HEAD', 'old.json']) {
      expect((await run(folder, 'diff', base)).stdout).toMatch(/\nRelease: major\n$/);
    }
    expect(readFileSync(path.join(folder, LOCK))).toEqual(now);
    expect(git(folder, 'status', '--porcelain').toString()).toBe(
      ' M src/tools.lock.json\n M src/weather.ts\n?? old.json\n',
    );
  });

  it('explains a base without a contract in one line', async () => {
    const folder = await changedProject();
    const error = async (base?: string): Promise<string> => {
      const result = await run(folder, 'diff', ...(base === undefined ? [] : ['--', base]));
      expect(result).toMatchObject({
        stdout: '',
        code: base === undefined || base === 'HEAD' || base.includes('.json') ? 1 : 2,
      });
      return result.stderr.split('\n')[0] ?? '';
    };
    expect(await error('nowhere')).toBe('error USAGE: "nowhere" is neither a file nor a Git revision.');
    expect(await error('--output=x')).toBe('error USAGE: "--output=x" is neither a file nor a Git revision.');
    writeFileSync(path.join(folder, 'bad.json'), '{"version":3,"tools":[]}');
    expect(await error('bad.json')).toBe('error INVALID_CONFIG: bad.json has version 3; expected 2.');
    writeFileSync(path.join(folder, 'bad.json'), '{"version":1,"tools":[{}]}');
    expect(await error('bad.json')).toContain('bad.json has a value at /tools/0 that is not a locked tool.');
    rmSync(path.join(folder, LOCK));
    git(folder, 'rm', '--quiet', '--cached', LOCK);
    git(folder, 'commit', '--quiet', '-m', 'two');
    expect(await error()).toBe('error INVALID_CONFIG: There is no lock at src/tools.lock.json.');
    expect(await error('HEAD')).toBe(
      'error INVALID_CONFIG: HEAD has no tools.lock.json in the folder of the manifest.',
    );
    expect((await run(folder, 'diff', 'HEAD~1')).stdout).toContain('Release: major');
    const clone = createScratch();
    git(clone, 'clone', '--quiet', '--depth=1', `file://${folder}`, 'copy');
    writeFiles(path.join(clone, 'copy'), PROJECT_FILES);
    const shallow = await runCli(['diff', 'HEAD~1', '--project', 'copy'], { cwd: clone });
    expect(shallow.stderr).toContain('"HEAD~1" is neither a file nor a Git revision in this shallow clone.');
    expect(shallow.stderr).toContain('fetch-depth: 0');
    rmSync(path.join(folder, '.git'), { recursive: true });
    expect(await error('main')).toBe(
      'error USAGE: "main" is neither a file nor a Git revision: this is not a Git repository.',
    );
  });

  it('shows names that others wrote as text', async () => {
    const folder = createScratch({ ...PROJECT_FILES, 'src/weather.ts': WEATHER });
    const evil = { name: 'a`|\n::error::x\u202e', description: '', parameters: {}, annotations: {} };
    const linking = {
      ...evil,
      name: 'forecast',
      annotations: { title: 'https://evil.example www.evil.example' },
    };
    writeFileSync(path.join(folder, 'base.json'), JSON.stringify({ version: 1, tools: [evil, linking] }));
    const markdown = (await run(folder, 'diff', 'base.json', '--format', 'markdown')).stdout;
    expect(markdown).toContain('`aˋ\\|\\u{a}::error::x\\u{202e}`');
    // GitHub makes links of these.
    expect(markdown).toContain('https&#58;//evil.example www&#46;evil.example');
    for (const format of ['pretty', 'github']) {
      const { stdout } = await run(folder, 'diff', 'base.json', '--format', format);
      expect(stdout.split('\n').filter((line) => line.startsWith('::error::x'))).toEqual([]);
      expect(stdout).not.toContain('\u202e');
    }
  });
});
