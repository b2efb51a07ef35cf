import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isToolwrightError } from '@toolwright/contract';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generate } from '../generate.js';
import type { GenerateResult } from '../generate-result.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { checkManifest } from './check-manifest.js';
import { checkModules } from './check-modules.js';
import { writeManifest } from './write-manifest.js';
import { writeModules } from './write-modules.js';

const source = (parameter: string, type = 'string'): string =>
  `import { tool } from 'toolwright';\n\n/** Finds. */\nexport const find = tool((${parameter}: ${type}) => [${parameter}]);\n`;

function setup(text = source('query')): {
  dir: string;
  write(file: string, text: string): void;
  run(out?: string, validators?: boolean): GenerateResult;
} {
  const { dir, write } = createScratchProject({ 'src/find.ts': text });
  return { dir, write, run: (out, validators) => generateUncached({ cwd: dir, out, validators }) };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return isToolwrightError(error) ? `${error.code}: ${error.message}` : String(error);
  }
  return 'nothing was thrown';
}

describe('writeManifest', () => {
  it('writes the module once, and does not write it again while nothing changes', () => {
    const { run } = setup();
    const result = run();
    expect(writeManifest(result)).toBe('written');
    expect(readFileSync(result.outFile, 'utf8')).toBe(result.output);
    const { mtimeMs } = statSync(result.outFile);
    expect(writeManifest(run())).toBe('unchanged');
    expect(statSync(result.outFile).mtimeMs).toBe(mtimeMs);
  });

  it('creates the folders of the output and no other files', () => {
    const { dir, run } = setup();
    writeManifest(run('made/for/it.ts'));
    expect(readdirSync(`${dir}/made/for`)).toEqual(['it.ts']);
  });

  it('replaces an empty file, and removes what a killed process left', () => {
    const { dir, run, write } = setup();
    const old = new Date(Date.now() - 3_600_000);
    write('src/toolwright.gen.ts', '\n');
    write('src/toolwright.gen.ts.1234.tmp', 'half a mod');
    write('src/toolwright.gen.ts.5678.tmp', 'another process is writing this');
    utimesSync(`${dir}/src/toolwright.gen.ts.1234.tmp`, old, old);
    expect(writeManifest(run())).toBe('written');
    expect(readdirSync(`${dir}/src`)).toEqual(['find.ts', 'toolwright.gen.ts', 'toolwright.gen.ts.5678.tmp']);
  });

  it('leaves the old file untouched after errors', () => {
    const { run, write } = setup();
    const { output, outFile } = run();
    writeManifest(run());
    write('src/find.ts', source('query', 'symbol'));
    expect(codeOf(() => writeManifest(run()))).toMatch(/^CODEGEN_FAILED: /);
    write('src/find.ts', 'export const = ;');
    expect(codeOf(() => writeManifest(run()))).toMatch(/^CODEGEN_FAILED: /);
    expect(readFileSync(outFile, 'utf8')).toBe(output);
  });

  it('names the path and the reason when it cannot write', () => {
    const { dir, run, write } = setup();
    write('blocked', 'a file');
    expect(codeOf(() => writeManifest(run('blocked/tools.ts')))).toMatch(
      new RegExp(`^OUTPUT_FAILED: .*${dir}/blocked/tools\\.ts: E`),
    );
    write('folder.ts/file', '');
    expect(codeOf(() => writeManifest(run('folder.ts')))).toMatch(
      /^OUTPUT_FAILED: .*there is a folder at this path/,
    );
  });

  // Whoever opens a pipe waits for a writer. B13
  it.each(['src/toolwright.gen.ts', 'src/toolwright.validators.gen.ts'])(
    'refuses a pipe at %s',
    async (file) => {
      const { dir, run } = setup();
      const result = run();
      execFileSync('mkfifo', [`${dir}/${file}`]);
      const refused = /^OUTPUT_FAILED: .*there is a pipe at this path/;
      expect(codeOf(() => writeManifest(result))).toMatch(refused);
      expect(codeOf(() => checkManifest(result))).toMatch(refused);
      for (const work of [writeModules, checkModules])
        await expect(work(await generate({ cwd: dir }))).rejects.toMatchObject({ code: 'OUTPUT_FAILED' });
      expect(statSync(`${dir}/${file}`).isFIFO()).toBe(true);
    },
  );

  // Permissions do not apply to the superuser.
  (process.getuid?.() === 0 ? it.skip : it)('reports a folder without permission', () => {
    const { dir, run } = setup();
    chmodSync(`${dir}/src`, 0o555);
    expect(codeOf(() => writeManifest(run()))).toMatch(/^OUTPUT_FAILED: .*EACCES/);
    chmodSync(`${dir}/src`, 0o755);
  });

  it('never overwrites a file that codegen did not write', () => {
    const { dir, run, write } = setup();
    write('src/mine.ts', 'export const mine = 1;\n');
    expect(codeOf(() => writeManifest(run('src/mine.ts')))).toContain('was not written by codegen');
    expect(readFileSync(`${dir}/src/mine.ts`, 'utf8')).toBe('export const mine = 1;\n');
  });
});

describe('checkManifest', () => {
  it('fails with a diff after a parameter is renamed, and passes after codegen', () => {
    const { run, write } = setup();
    writeManifest(run());
    expect(checkManifest(run())).toEqual({ ok: true, diff: '', stale: [] });

    write('src/find.ts', source('text'));
    const { ok, diff } = checkManifest(run());
    expect(ok).toBe(false);
    expect(diff).toMatch(
      /^--- src\/toolwright\.gen\.ts\tcommitted\n\+\+\+ src\/toolwright\.gen\.ts\tfrom source\n@@ /,
    );
    expect(diff).toContain(
      '\n-      query: Parameters<typeof find>[0];\n+      text: Parameters<typeof find>[0];\n',
    );

    writeManifest(run());
    expect(checkManifest(run())).toEqual({ ok: true, diff: '', stale: [] });
  });

  it('fails if the file is missing', () => {
    const { run } = setup();
    const { ok, diff } = checkManifest(run());
    expect(ok).toBe(false);
    expect(diff).toContain('--- /dev/null');
  });

  it('ignores line breaks that Git has changed', () => {
    const { run } = setup();
    const result = run();
    writeFileSync(result.outFile, result.output.replaceAll('\n', '\r\n'));
    expect(checkManifest(result).ok).toBe(true);
  });

  it('fails after codegen errors, even if the text is the same', () => {
    const { run } = setup();
    const result = run();
    writeManifest(result);
    expect(checkManifest({ ...result, ok: false }).ok).toBe(false);
  });
});

describe('precompiled validators', () => {
  const file = 'src/toolwright.validators.gen.ts';

  it('are written beside the manifest, which imports them', () => {
    const { dir, run } = setup();
    const result = run(undefined, true);
    expect(result.validators.file).toBe(`${dir}/${file}`);
    expect(result.output).toContain("import * as validators from './toolwright.validators.gen.js';\n");
    expect(result.output).toMatch(/\n {6}validate: validators\.validateFind_[0-9a-f]{8},\n/);
    expect(writeManifest(result)).toBe('written');
    expect(readFileSync(`${dir}/${file}`, 'utf8')).toBe(result.validators.output);
    // The next run does not read its own output.
    expect(writeManifest(run(undefined, true))).toBe('unchanged');
    expect(run('src/tools.mts', true).validators.file).toBe(`${dir}/src/tools.validators.mts`);
  });

  it('are checked with the manifest', () => {
    const { dir, run } = setup();
    writeManifest(run(undefined, true));
    expect(checkManifest(run(undefined, true))).toEqual({ ok: true, diff: '', stale: [] });
    writeFileSync(`${dir}/${file}`, `${readFileSync(`${dir}/${file}`, 'utf8')}// edited\n`);
    expect(checkManifest(run(undefined, true))).toEqual({
      ok: false,
      diff: expect.stringMatching(/^--- src\/toolwright\.validators\.gen\.ts\tcommitted\n/),
      stale: [`${dir}/${file}`],
    });
  });

  it('are removed when they are no longer requested', () => {
    const { dir, run } = setup();
    writeManifest(run(undefined, true));
    const { ok, diff, stale } = checkManifest(run());
    expect(ok).toBe(false);
    expect(diff).toContain('+++ /dev/null');
    expect(stale).toEqual([`${dir}/src/toolwright.gen.ts`, `${dir}/${file}`]);
    expect(writeManifest(run())).toBe('written');
    expect(readdirSync(`${dir}/src`).sort()).toEqual(['find.ts', 'toolwright.gen.ts']);
  });

  it('never replace or remove a file that codegen did not write', () => {
    const { dir, run, write } = setup();
    write(file, '// mine\n');
    expect(writeManifest(run())).toBe('written');
    expect(codeOf(() => writeManifest(run(undefined, true)))).toContain('was not written by codegen');
    expect(readFileSync(`${dir}/${file}`, 'utf8')).toBe('// mine\n');
    expect(checkManifest(run()).ok).toBe(true);
  });

  it('are not written after errors', () => {
    const { run } = setup(source('query', 'symbol'));
    expect(run(undefined, true)).toMatchObject({ ok: false, validators: { output: undefined } });
  });
});
