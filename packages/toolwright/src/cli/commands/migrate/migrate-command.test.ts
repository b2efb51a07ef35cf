import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, PROJECT_FILES, removeScratch, runCli } from '../../cli.test.support.js';
import { WEATHER } from '../codegen/codegen.test.support.js';

afterAll(removeScratch);

const OTHER = `import { tool } from 'toolwright';

const readOnly = true;

export class Other {
  /** Look. */
  @tool({ readOnly }) look(): void {}
}
`;
const TAGGED = WEATHER.replace("import { tool } from 'toolwright';\n\n", '')
  .replace('  @tool\n', '')
  .replace('Days ahead\n', 'Days ahead\n   * @tool\n');

it('shows a diff, writes it, and lists the marks that stay', async () => {
  const cwd = createScratch({ ...PROJECT_FILES, 'src/weather.ts': WEATHER, 'src/other.ts': OTHER });
  const migrate = (...args: string[]) => runCli(['migrate', ...args], { cwd });
  const text = () => readFileSync(path.join(cwd, 'src/weather.ts'), 'utf8');
  const stays =
    'src/other.ts:7: `look` is unchanged: its options are not literals, or a comment cannot contain them.\n';

  const dry = await migrate('--to', 'tag', '--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: stays });
  expect(dry.stdout).toMatch(/^--- src\/weather\.ts\n\+\+\+ src\/weather\.ts\n@@ /);
  expect(dry.stdout).toMatch(
    /\n\+ {3}\* @tool\n[\s\S]*\nWould mark 1 tool in 1 file with the JSDoc tag\.\n$/,
  );
  expect(text()).toBe(WEATHER);

  const stdout = 'Marked 1 tool in 1 file with the JSDoc tag. Run: npx toolwright codegen\n';
  expect(await migrate('--to', 'tag')).toEqual({ code: 0, stdout, stderr: stays });
  expect(text()).toBe(TAGGED);
  expect(await migrate('--to', 'tag')).toMatchObject({ code: 0, stdout: 'Nothing to rewrite.\n' });

  expect(await migrate('--to', 'decorator')).toMatchObject({ code: 0, stderr: '' });
  expect(text()).toBe(WEATHER);
});

it('fails after a syntax error, with its place', async () => {
  const cwd = createScratch({
    ...PROJECT_FILES,
    'src/a.ts': 'export class A {\n',
    'src/weather.ts': WEATHER,
  });
  const { code, stdout, stderr } = await runCli(['migrate', '--to', 'tag'], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^src\/a\.ts:2:1 - error TW1001: .*[\s\S]*Nothing was written: correct the errors/);
  expect(readFileSync(path.join(cwd, 'src/weather.ts'), 'utf8')).toBe(WEATHER);
});

it.each([[[]], [['--to', 'comment']]])('exits with 2 after the arguments %j', async (args) => {
  expect(await runCli(['migrate', ...args])).toMatchObject({ code: 2, stdout: '' });
});
