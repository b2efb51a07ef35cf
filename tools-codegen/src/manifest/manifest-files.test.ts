import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isToolwrightError } from '@toolwright/contract';
import type { ParsedLib } from '../compiler/compiler-host.js';
import { type GenerateResult, generateWith } from '../generate.js';
import { createScratchProject } from '../testing/scratch-project.test.support.js';
import { checkManifest } from './check-manifest.js';
import { writeManifest } from './write-manifest.js';

const parsedLib: ParsedLib = new Map();
const source = (parameter: string, type = 'string'): string =>
  `import { tool } from 'toolwright';\n\n/** Finds. */\nexport const find = tool((${parameter}: ${type}) => [${parameter}]);\n`;

function setup(text = source('query')): {
  dir: string;
  write(file: string, text: string): void;
  run(out?: string): GenerateResult;
} {
  const { dir, write } = createScratchProject({ 'src/find.ts': text });
  return { dir, write, run: (out) => generateWith({ cwd: dir, out }, parsedLib) };
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
  it('writes the module once and leaves it alone while nothing changes', () => {
    const { run } = setup();
    const result = run();
    expect(writeManifest(result)).toBe('written');
    expect(readFileSync(result.outFile, 'utf8')).toBe(result.output);
    const { mtimeMs } = statSync(result.outFile);
    expect(writeManifest(run())).toBe('unchanged');
    expect(statSync(result.outFile).mtimeMs).toBe(mtimeMs);
  });

  it('makes the folders of the output and leaves nothing else behind', () => {
    const { dir, run } = setup();
    writeManifest(run('made/for/it.ts'));
    expect(readdirSync(`${dir}/made/for`)).toEqual(['it.ts']);
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
    expect(codeOf(() => writeManifest(run('folder.ts')))).toMatch(/^OUTPUT_FAILED: .*EISDIR/);
  });

  // Permissions do not bind the superuser.
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
    expect(checkManifest(run())).toEqual({ ok: true, diff: '' });

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
    expect(checkManifest(run())).toEqual({ ok: true, diff: '' });
  });

  it('fails when there is no file', () => {
    const { run } = setup();
    const { ok, diff } = checkManifest(run());
    expect(ok).toBe(false);
    expect(diff).toContain('--- /dev/null');
  });

  it('does not mind line ends that Git has changed', () => {
    const { run } = setup();
    const result = run();
    writeFileSync(result.outFile, result.output.replaceAll('\n', '\r\n'));
    expect(checkManifest(result).ok).toBe(true);
  });

  it('fails where codegen found errors, even if the text is the same', () => {
    const { run } = setup();
    const result = run();
    writeManifest(result);
    expect(checkManifest({ ...result, ok: false }).ok).toBe(false);
  });
});
