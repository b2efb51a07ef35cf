/** The quickstart under Node's `--disallow-code-generation-from-strings`, with and without precompiled validators. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE_MS = 200_000;

/** At the same depth as an example, so that its relative paths work. */
const folder = mkdtempSync(join(root, 'scripts', 'quickstart-'));

beforeAll(() => {
  for (const part of ['package.json', 'tsconfig.json', 'src']) {
    cpSync(join(root, 'examples/quickstart', part), join(folder, part), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the quickstart in a program that must not generate code', () => {
  it('runs with the validators of `codegen --validators`, which also type-check', () => {
    build('--validators');
    expect(readFileSync(join(folder, 'dist/toolwright.validators.gen.js'), 'utf8')).not.toMatch(
      /\brequire\(/,
    );
    expectCalls(start());
  });

  // M2
  it('interprets the schemas of the manifest if there are none', () => {
    build();
    expect(existsSync(join(folder, 'src/toolwright.validators.gen.ts'))).toBe(false);
    expectCalls(start());
  });
});

function expectCalls({ status, stdout, stderr }: ReturnType<typeof start>): void {
  const text = stdout.replace(/\s+/g, ' ');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(text).toContain('percentage({ part: 1, whole: 8 }) is 12.5');
  // The validation error of a wrong argument, and the result of valid ones.
  expect(text).toContain('kind must be one of "dependencies"');
  expect(text).toMatch(/is the largest with \d+ lines/);
}

function build(...options: string[]): void {
  run([join(root, 'packages/toolwright/bin/toolwright.js'), 'codegen', ...options]);
  run([join(root, 'node_modules/typescript/bin/tsc'), '--project', folder]);
}

function start() {
  return spawnNode(['--disallow-code-generation-from-strings', 'dist/main.js']);
}

function run(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnNode(args);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

function spawnNode(args: readonly string[]) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1' };
  return spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', timeout: PATIENCE_MS });
}
