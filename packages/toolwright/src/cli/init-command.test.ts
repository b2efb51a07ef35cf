import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, removeScratch, runCli, writeFiles } from './cli.test.support.js';

afterAll(removeScratch);

const init = (cwd: string) => runCli(['init'], { cwd });
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');

describe('toolwright init', () => {
  it('adds scripts and an example, and says what is left to do', async () => {
    const folder = createScratch({ 'package.json': '{\n  "name": "x"\n}\n' });
    expect(await init(folder)).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'package.json: added the script "codegen": "toolwright codegen"',
        'package.json: added the script "codegen:check": "toolwright codegen --check"',
        'src/tools.ts: written, an example',
        '',
        'Next:',
        '  1. npm install toolwright',
        '  2. npm install --save-dev @toolwright/codegen typescript',
        '  3. npx tsc --init',
        '  4. npm run codegen           writes src/toolwright.gen.ts, which you commit',
        '  5. new ToolRegistry(manifest).registerFrom(new Clock()), with the manifest of that file',
        '  6. npm run codegen:check     in CI: fails when the file is stale',
        '',
      ].join('\n'),
    });
    expect(read(folder, 'package.json')).toBe(
      '{\n  "name": "x",\n  "scripts": {\n    "codegen": "toolwright codegen",\n    "codegen:check": "toolwright codegen --check"\n  }\n}\n',
    );
    expect(read(folder, 'src/tools.ts')).toContain("import { tool } from 'toolwright';");
  });

  it('changes nothing the second time', async () => {
    const folder = createScratch({ 'package.json': '{ "name": "x" }' });
    await init(folder);
    const before = [read(folder, 'package.json'), read(folder, 'src/tools.ts')];
    const { code, stdout } = await init(folder);
    expect(code).toBe(0);
    expect(stdout).toContain('package.json: kept the script "codegen": "toolwright codegen"\n');
    expect(stdout).toContain('src/tools.ts: kept\n');
    expect([read(folder, 'package.json'), read(folder, 'src/tools.ts')]).toEqual(before);
  });

  it.each([
    ["import { tool, type ToolContext } from 'toolwright';\nexport const one = tool(() => 1);\n"],
    ['/**\n * Does it.\n * @tool\n */\nexport function one(): void {}\n'],
  ])('adds no example where there are tools', async (text) => {
    const folder = createScratch({ 'package.json': '{}', 'src/deep/one.ts': text, 'src/a.ts': '// a tool' });
    const { stdout } = await init(folder);
    expect(stdout).toContain('src/tools.ts: not written, there are tools in src/deep/one.ts\n');
    expect(existsSync(path.join(folder, 'src/tools.ts'))).toBe(false);
  });

  it('never overwrites what is there', async () => {
    const folder = createScratch({
      'package.json': '{"scripts":{"codegen":"mine","test":"jest"}}',
      'src/tools.ts': 'mine',
      'tsconfig.json': '{}',
    });
    const { stdout } = await init(folder);
    expect(stdout).toContain('package.json: kept the script "codegen": "mine"\n');
    expect(stdout).not.toContain('tsc --init');
    expect(JSON.parse(read(folder, 'package.json')).scripts).toEqual({
      codegen: 'mine',
      test: 'jest',
      'codegen:check': 'toolwright codegen --check',
    });
    expect(read(folder, 'src/tools.ts')).toBe('mine');
  });

  it.each([
    ['tabs', '{\n\t"name": "x"\n}\n', /^\{\n\t"name": "x",\n\t"scripts": \{\n\t\t"codegen"[\s\S]*\n\}\n$/],
    [
      'four spaces, no line break at the end',
      '{\n    "name": "x"\n}',
      /^\{\n {4}"name": "x",\n {4}"scripts": \{\n {8}"[\s\S]*\n\}$/,
    ],
  ])('keeps the style of package.json: %s', async (_style, text, expected) => {
    const folder = createScratch({ 'package.json': text });
    await init(folder);
    expect(read(folder, 'package.json')).toMatch(expected);
  });

  it('does not ask for what is installed', async () => {
    const folder = createScratch({
      'package.json': JSON.stringify({
        dependencies: { toolwright: '1' },
        devDependencies: { '@toolwright/codegen': '1', typescript: '6' },
      }),
    });
    expect((await init(folder)).stdout).not.toContain('npm install');
  });
});

describe('toolwright init refuses', () => {
  it('a folder without package.json, and writes nothing there', async () => {
    const folder = createScratch();
    const { code, stderr } = await init(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error INVALID_PROJECT: Cannot read a package\.json in .*ENOENT/);
    expect(stderr).toContain('fix: Go to the folder of a project, or make one with `npm init -y`.\n');
    expect(() => read(folder, 'src/tools.ts')).toThrow('ENOENT');
  });

  it.each(['{ "name": ', '[]', 'null', '"x"'])('a package.json that holds %s', async (text) => {
    const folder = createScratch({ 'package.json': text });
    const { code, stderr } = await init(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error INVALID_PROJECT: .*package\.json is broken: /);
    expect(read(folder, 'package.json')).toBe(text);
  });

  it('a src that is no folder', async () => {
    const folder = createScratch({ 'package.json': '{}' });
    writeFiles(folder, { src: 'a file' });
    const { code, stderr } = await init(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error OUTPUT_FAILED: Cannot write .*tools\.ts/);
  });
});
