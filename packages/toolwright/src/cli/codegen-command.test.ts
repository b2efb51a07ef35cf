import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from './cli.test.support.js';

const WEATHER = `import { tool } from 'toolwright';

export class Weather {
  /**
   * Weather forecast for a city.
   * @param city City name
   * @param days Days ahead
   */
  @tool
  async forecast(city: string, days: 1 | 3 | 7 = 1): Promise<string> {
    return city + days;
  }
}
`;
const BROKEN = `import { tool } from 'toolwright';

/** Call back later. */
export const later = tool((callback: () => void): void => callback());
`;
/** Each run of codegen loads a compiler's library files; several on a busy machine take their time. */
const PATIENCE_MS = 60_000;
const GENERATED = 'src/toolwright.gen.ts';

afterAll(removeScratch);

const createProject = (files: Readonly<Record<string, string>>) =>
  createScratch({ ...PROJECT_FILES, ...files });
const codegen = (cwd: string, ...args: string[]) => runCli(['codegen', ...args], { cwd });
const read = (folder: string, file = GENERATED) => readFileSync(path.join(folder, file), 'utf8');

describe('toolwright codegen', () => {
  it(
    'writes the module, and says so again only when it changes',
    async () => {
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
    },
    PATIENCE_MS,
  );

  it(
    'writes and checks validators where they are asked for, and removes them where not',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      const validators = 'src/toolwright.validators.gen.ts';
      const both = `${GENERATED} and ${validators}`;
      const say = (stdout: string) => ({ code: 0, stdout, stderr: '' });
      expect(await codegen(folder, '--validators')).toEqual(say(`Wrote ${both}, 1 tool.\n`));
      expect(await codegen(folder, '--validators', '--check')).toEqual(say(`Fresh: ${both}, 1 tool.\n`));
      expect(read(folder)).toContain('validate: validators.validateForecast,');
      expect(read(folder, validators)).toContain('export const validateForecast: Validate =');

      writeFiles(folder, { 'src/weather.ts': WEATHER.replace('1 | 3 | 7', '1 | 3 | 8') });
      const stale = await codegen(folder, '--validators', '--check');
      expect(stale).toMatchObject({
        code: 1,
        stderr: `${validators} is stale. Mend it with: npx toolwright codegen --validators\n`,
      });
      expect(stale.stdout).toContain(`--- ${validators}`);
      expect(stale.stdout).toContain(`--- ${GENERATED}`);

      expect(await codegen(folder)).toEqual(say(`Wrote ${GENERATED}, 1 tool.\n`));
      expect(existsSync(path.join(folder, validators))).toBe(false);
    },
    PATIENCE_MS,
  );

  it(
    'takes the project and the output from elsewhere',
    async () => {
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
    },
    PATIENCE_MS,
  );

  it(
    'says what providers lose, and which it knows',
    async () => {
      const folder = createProject({
        'src/weather.ts': WEATHER.replace('* @param days', '* @minLength city 2\n   * @param days'),
      });
      const { code, stderr } = await codegen(folder, '--provider', 'json-schema, openai-strict');
      expect(code).toBe(0);
      expect(stderr).toContain('info TW4001: openai-strict: `city`: ');
      const unknown = await codegen(folder, '--provider', 'nobody');
      expect(unknown.code).toBe(1);
      expect(unknown.stderr).toContain("No dialect 'nobody'. Known: ");
    },
    PATIENCE_MS,
  );

  it(
    'leaves out what it is told to',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER, 'src/other/broken.ts': BROKEN });
      expect((await codegen(folder, '--exclude', 'src/other/**')).code).toBe(0);
      expect((await codegen(folder, '--include', 'src/weather.ts')).code).toBe(0);
      expect((await codegen(folder)).code).toBe(1);
    },
    PATIENCE_MS,
  );

  it(
    'writes nothing after errors, and leaves the old file as it is',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      await codegen(folder);
      const before = read(folder);
      writeFiles(folder, { 'src/broken.ts': BROKEN });
      const { code, stdout, stderr } = await codegen(folder);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/src\/broken\.ts:4:\d+ - error TW\d{4}: /);
      expect(stderr).toMatch(
        /\n1 error\.\nNothing was written: correct the errors and run codegen again\.\n$/,
      );
      expect(read(folder)).toBe(before);
    },
    PATIENCE_MS,
  );

  it(
    'colours diagnostics on a terminal only',
    async () => {
      const folder = createProject({ 'src/broken.ts': BROKEN });
      expect((await codegen(folder)).stderr).not.toContain('\u001b');
      const forced = await runCli(['codegen'], { cwd: folder, env: { FORCE_COLOR: '1' } });
      expect(forced.stderr).toContain('\u001b[31merror\u001b[0m');
    },
    PATIENCE_MS,
  );

  it.each([
    ['no tsconfig', { 'src/weather.ts': WEATHER }, [], /^error INVALID_PROJECT: /],
    ['a broken tsconfig', { 'tsconfig.json': '{ "compilerOptions": ' }, [], /^error INVALID_PROJECT: /],
    [
      'an output that is no TypeScript',
      { ...PROJECT_FILES, 'src/weather.ts': WEATHER },
      ['--out', 'gen.json'],
      /^error OUTPUT_FAILED: /,
    ],
  ])(
    'refuses %s, with a fix',
    async (_name, files, args, message) => {
      const { code, stdout, stderr } = await codegen(createScratch(files), ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/\n {2}fix: .+\n$/);
    },
    PATIENCE_MS,
  );

  it(
    'refuses to write where it cannot',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER, blocked: 'a file' });
      const { code, stderr } = await codegen(folder, '--out', 'blocked/tools.gen.ts');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error OUTPUT_FAILED: /);
    },
    PATIENCE_MS,
  );
});

describe('toolwright codegen --check', () => {
  it(
    'passes on a fresh file, and writes nothing',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      await codegen(folder);
      expect(await codegen(folder, '--check')).toEqual({
        code: 0,
        stdout: `Fresh: ${GENERATED}, 1 tool.\n`,
        stderr: '',
      });
    },
    PATIENCE_MS,
  );

  it(
    'fails with a diff after a parameter is renamed, and passes after codegen',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      await codegen(folder);
      const before = read(folder);
      writeFiles(folder, { 'src/weather.ts': WEATHER.replaceAll('city', 'town') });
      const stale = await codegen(folder, '--check');
      expect(stale.code).toBe(1);
      expect(stale.stdout).toMatch(
        /^--- src\/toolwright\.gen\.ts\tcommitted\n\+\+\+ src\/toolwright\.gen\.ts\tfrom source\n@@ /m,
      );
      expect(stale.stdout).toMatch(/^-.*\bcity\b.*$/m);
      expect(stale.stdout).toMatch(/^\+.*\btown\b.*$/m);
      expect(stale.stderr).toBe(`${GENERATED} is stale. Mend it with: npx toolwright codegen\n`);
      expect(read(folder)).toBe(before);
      await codegen(folder);
      expect((await codegen(folder, '--check')).code).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    'names the options in the command that mends it',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      const args = [
        '--project',
        'tsconfig.json',
        '--out',
        'src/my tools.gen.ts',
        '--exclude',
        'src/old/**',
        'x.ts',
      ];
      const { code, stderr } = await codegen(folder, '--check', ...args);
      expect(code).toBe(1);
      expect(stderr).toBe(
        'src/my tools.gen.ts is stale. Mend it with: npx toolwright codegen --out "src/my tools.gen.ts" --exclude "src/old/**" x.ts\n',
      );
      expect(existsSync(path.join(folder, 'src/my tools.gen.ts'))).toBe(false);
    },
    PATIENCE_MS,
  );

  it(
    'colours the diff where colours are wanted',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      const { stdout } = await runCli(['codegen', '--check'], { cwd: folder, env: { FORCE_COLOR: '1' } });
      expect(stdout).toContain('\u001b[36m@@ ');
      expect(stdout).toContain('\u001b[32m+');
    },
    PATIENCE_MS,
  );
});

describe('toolwright codegen --format', () => {
  it(
    'json prints one object with tools and diagnostics, and nothing else',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      const { code, stdout, stderr } = await codegen(folder, '--format', 'json');
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({
        tools: [{ name: 'forecast', file: 'src/weather.ts', line: 10 }],
        diagnostics: [],
      });
      expect(stderr).toBe(`Wrote ${GENERATED}, 1 tool.\n`);
    },
    PATIENCE_MS,
  );

  it(
    'json lists diagnostics with all their fields',
    async () => {
      const folder = createProject({ 'src/broken.ts': BROKEN });
      const { code, stdout } = await codegen(folder, '--format', 'json');
      expect(code).toBe(1);
      const { diagnostics } = JSON.parse(stdout);
      expect(diagnostics).toEqual([
        {
          code: expect.stringMatching(/^TW\d{4}$/),
          severity: 'error',
          message: expect.any(String),
          hint: expect.any(String),
          file: 'src/broken.ts',
          line: 4,
          column: expect.any(Number),
          tool: 'later',
        },
      ]);
    },
    PATIENCE_MS,
  );

  it(
    'json stays JSON when --check finds a stale file',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      const { code, stdout, stderr } = await codegen(folder, '--format', 'json', '--check');
      expect(code).toBe(1);
      expect(JSON.parse(stdout).tools).toHaveLength(1);
      expect(stderr).toContain('is stale. Mend it with: npx toolwright codegen\n');
    },
    PATIENCE_MS,
  );

  it(
    'github annotates a stale file',
    async () => {
      const folder = createProject({ 'src/weather.ts': WEATHER });
      const { code, stdout, stderr } = await codegen(folder, '--check', '--format', 'github');
      expect(code).toBe(1);
      expect(stdout).toBe(
        `::error file=${GENERATED}::${GENERATED} is stale. Mend it with: npx toolwright codegen\n`,
      );
      expect(stderr).toContain('+export const manifest');
    },
    PATIENCE_MS,
  );

  it(
    'github annotates, sarif is a SARIF log',
    async () => {
      const folder = createProject({ 'src/broken.ts': BROKEN });
      const github = await codegen(folder, '--format', 'github');
      expect(github.code).toBe(1);
      expect(github.stdout).toMatch(/^::error file=src\/broken\.ts,line=4,/m);
      const sarif = await codegen(folder, '--format', 'sarif');
      expect(sarif.code).toBe(1);
      expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0' });
    },
    PATIENCE_MS,
  );
});
