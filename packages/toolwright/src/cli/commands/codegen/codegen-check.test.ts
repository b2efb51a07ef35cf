import { existsSync } from 'node:fs';
import path from 'node:path';
import { createScratch, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';
import { codegen, createProject, GENERATED, read, WEATHER } from './codegen.test.support.js';

afterAll(removeScratch);

describe('toolwright codegen --check', () => {
  it('passes on a fresh file, and writes nothing', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    await codegen(folder);
    expect(await codegen(folder, '--check')).toEqual({
      code: 0,
      stdout: `Fresh: ${GENERATED}, 1 tool.\n`,
      stderr: '',
    });
  });

  it('fails with a diff after a parameter is renamed, and passes after codegen', async () => {
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
    expect(stale.stderr).toBe(`${GENERATED} is stale. Run: npx toolwright codegen\n`);
    expect(read(folder)).toBe(before);
    await codegen(folder);
    expect((await codegen(folder, '--check')).code).toBe(0);
  });

  it('fails like codegen if only the generated module imports a package that does not resolve', async () => {
    const compilerOptions = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' };
    const folder = createScratch({
      'package.json': '{ "name": "scratch" }',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
      'node_modules/toolwright/package.json':
        '{ "name": "toolwright", "exports": { ".": { "types": "./dist/index.d.ts" } } }',
      'node_modules/toolwright/dist/index.d.ts': 'export interface Manifest<Types> { types?: Types }',
      'src/jobs.ts': 'export class Jobs {\n  /** Do it. @tool */\n  run(name: string): void {}\n}\n',
    });
    for (const options of [[], ['--check'], ['--check']]) {
      const { code, stderr } = await codegen(folder, ...options);
      expect(code).toBe(1);
      expect(stderr).toContain(
        'error TW1003: The generated module imports `toolwright`, which the compiler cannot find.',
      );
    }
    expect(existsSync(path.join(folder, GENERATED))).toBe(false);
  });

  it('repeats the options in the command that fixes it', async () => {
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
      'src/my tools.gen.ts is stale. Run: npx toolwright codegen --out "src/my tools.gen.ts" --exclude "src/old/**" x.ts\n',
    );
    expect(existsSync(path.join(folder, 'src/my tools.gen.ts'))).toBe(false);
  });

  it('colours the diff if colours are on', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    const { stdout } = await runCli(['codegen', '--check'], { cwd: folder, env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain('\u001b[36m@@ ');
    expect(stdout).toContain('\u001b[32m+');
  });
});
