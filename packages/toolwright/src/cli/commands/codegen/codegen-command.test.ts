import { existsSync } from 'node:fs';
import path from 'node:path';
import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';
import { BROKEN, codegen, createProject, GENERATED, read, WEATHER } from './codegen.test.support.js';

afterAll(removeScratch);

describe('toolwright codegen', () => {
  it('writes the module, and reports later whether it has changed', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    expect(await codegen(folder)).toEqual({ code: 0, stdout: `Wrote ${GENERATED}, 1 tool.\n`, stderr: '' });
    const text = read(folder);
    expect(text).toContain("import { Weather } from './weather.js';");
    expect(await codegen(folder)).toEqual({
      code: 0,
      stdout: `Unchanged: ${GENERATED}, 1 tool.\n`,
      stderr: '',
    });
    expect(read(folder)).toBe(text);
  });

  it('counts a method and those that override it as one tool', async () => {
    const storm = `import { Weather } from './weather.js';

export class Storm extends Weather {
  async forecast(city: string, days: 1 | 3 | 7 = 3): Promise<string> {
    return city.toUpperCase() + days;
  }
}
`;
    const folder = createProject({ 'src/weather.ts': WEATHER, 'src/storm.ts': storm });
    const { stdout } = await codegen(folder);
    expect(stdout).toBe(`Wrote ${GENERATED}, 1 tool.\n`);
    const { tools } = JSON.parse((await codegen(folder, '--format', 'json')).stdout);
    expect(tools).toEqual([
      { name: 'forecast', file: 'src/storm.ts', line: 4 },
      { name: 'forecast', file: 'src/weather.ts', line: 10, repeats: true },
    ]);
  });

  it('writes and checks validators on request, and removes them otherwise', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    const validators = 'src/toolwright.validators.gen.ts';
    const both = `${GENERATED} and ${validators}`;
    const say = (stdout: string) => ({ code: 0, stdout, stderr: '' });
    expect(await codegen(folder, '--validators')).toEqual(say(`Wrote ${both}, 1 tool.\n`));
    expect(await codegen(folder, '--validators', '--check')).toEqual(say(`Fresh: ${both}, 1 tool.\n`));
    const [, name = ''] = /validate: validators\.(validateForecast_[0-9a-f]{8}),/.exec(read(folder)) ?? [];
    expect(read(folder, validators)).toContain(`export const ${name}: Validate =`);

    writeFiles(folder, { 'src/weather.ts': WEATHER.replace('1 | 3 | 7', '1 | 3 | 8') });
    const stale = await codegen(folder, '--validators', '--check');
    expect(stale).toMatchObject({
      code: 1,
      stderr: `${validators} is stale. Run: npx toolwright codegen --validators\n`,
    });
    expect(stale.stdout).toContain(`--- ${validators}`);
    expect(stale.stdout).toContain(`--- ${GENERATED}`);

    expect(await codegen(folder)).toEqual(say(`Wrote ${GENERATED}, 1 tool.\n`));
    expect(existsSync(path.join(folder, validators))).toBe(false);
  });

  it('reads the project and writes the output in other folders', async () => {
    const inner = Object.entries({ ...PROJECT_FILES, 'src/weather.ts': WEATHER });
    const folder = createScratch(
      Object.fromEntries(inner.map(([name, text]) => [`packages/api/${name}`, text])),
    );
    const result = await codegen(folder, '--project', 'packages/api', '--out', 'src/made.gen.ts');
    expect(result).toEqual({
      code: 0,
      stdout: 'Wrote packages/api/src/made.gen.ts, 1 tool.\n',
      stderr: '',
    });
  });

  it('reports losses of providers', async () => {
    const folder = createProject({
      'src/weather.ts': WEATHER.replace('* @param days', '* @minLength city 2\n   * @param days'),
    });
    const { code, stderr } = await codegen(folder, '--provider', 'json-schema, openai-strict');
    expect(code).toBe(0);
    expect(stderr).toContain('info TW4001: openai-strict: `city`: ');
  });

  it.each([
    [['--provider', 'opnai'], /^error USAGE: .*'opnai'.*\n {2}fix: .*'openai'.+\n$/],
    [['--watch', '--provider', 'nobody'], /^error USAGE: .*'nobody'/],
    [['--out', 'gen.json'], /'gen\.json' is invalid\. Pass a file that ends in \.ts/],
    [['--out', 'types.d.ts'], /'types\.d\.ts' is invalid\./],
    [['--include', 'src/**', ''], /'' is invalid\. A pattern must not be empty\./],
    [['--exclude', ' '], /A pattern must not be empty\./],
  ])('exits with 2 after the wrong arguments %j', async (args, stderr) => {
    expect(await codegen('/', ...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    });
  });

  it('skips the excluded files', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER, 'src/other/broken.ts': BROKEN });
    expect((await codegen(folder, '--exclude', 'src/other/**')).code).toBe(0);
    expect((await codegen(folder, '--include', 'src/weather.ts')).code).toBe(0);
    expect((await codegen(folder)).code).toBe(1);
  });

  it('writes nothing after errors, and leaves the old file as it is', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    await codegen(folder);
    const before = read(folder);
    writeFiles(folder, { 'src/broken.ts': BROKEN });
    const { code, stdout, stderr } = await codegen(folder);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/src\/broken\.ts:4:\d+ - error TW\d{4}: /);
    expect(stderr).toMatch(/\n1 error\.\nNothing was written: correct the errors and run codegen again\.\n$/);
    expect(read(folder)).toBe(before);
  });

  it('colours diagnostics only on a terminal', async () => {
    const folder = createProject({ 'src/broken.ts': BROKEN });
    expect((await codegen(folder)).stderr).not.toContain('\u001b');
    const forced = await runCli(['codegen'], { cwd: folder, env: { FORCE_COLOR: '1' } });
    expect(forced.stderr).toContain('\u001b[31merror\u001b[0m');
  });

  it.each([
    ['no tsconfig', { 'src/weather.ts': WEATHER }, [], /^error INVALID_PROJECT: /],
    ['a broken tsconfig', { 'tsconfig.json': '{ "compilerOptions": ' }, [], /^error INVALID_PROJECT: /],
  ])('refuses %s, with a fix', async (_name, files, args, message) => {
    const { code, stdout, stderr } = await codegen(createScratch(files), ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/\n {2}fix: .+\n$/);
  });

  it('refuses to write to an unwritable path', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER, blocked: 'a file' });
    const { code, stderr } = await codegen(folder, '--out', 'blocked/tools.gen.ts');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error OUTPUT_FAILED: /);
  });
});
