import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CodegenRun } from '@toolwright/codegen';
import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from '../cli.test.support.js';
import { WEATHER } from '../commands/codegen/codegen.test.support.js';

afterAll(removeScratch);

/** Runs a command; counts how often it reads the tools. */
async function run(cwd: string, ...args: string[]): Promise<{ readonly stdout: string; reads: number }> {
  let reads = 0;
  const counted = (made: CodegenRun): CodegenRun => ({
    ...made,
    result: () => {
      reads += 1;
      return made.result();
    },
  });
  const importCodegen = async () => {
    const codegen = await import('@toolwright/codegen');
    return { ...codegen, generate: async (options = {}) => counted(await codegen.generate(options)) };
  };
  const { stdout } = await runCli(args, { cwd, importCodegen });
  return { stdout, reads };
}

// F1, F2
describe('the note on a lock', () => {
  it('spares reading the tools where neither they nor the lock have changed', async () => {
    const folder = createScratch({ ...PROJECT_FILES, 'src/weather.ts': WEATHER });
    const lock = path.join(folder, 'src/tools.lock.json');
    expect(await run(folder, 'lock')).toEqual({ stdout: 'Wrote src/tools.lock.json, 1 tool.\n', reads: 1 });
    // The new file is beside the sources, so they are listed again.
    expect((await run(folder, 'lock')).stdout).toBe('Unchanged: src/tools.lock.json, 1 tool.\n');
    const unchanged = [
      [['lock'], 'Unchanged: src/tools.lock.json, 1 tool.\n'],
      [['lock', '--check'], 'Fresh: src/tools.lock.json, 1 tool.\n'],
      [['diff'], 'Release: none\n'],
    ] as const;
    for (const [args, stdout] of unchanged) expect(await run(folder, ...args)).toEqual({ stdout, reads: 0 });

    writeFiles(folder, { 'src/weather.ts': WEATHER.replace('City name', 'Name of the city') });
    expect(await run(folder, 'diff')).toEqual({
      stdout: expect.stringContaining('Release: patch'),
      reads: 1,
    });
    writeFiles(folder, { 'src/weather.ts': WEATHER });
    // Another reading of the project, of which nothing is known yet.
    expect(await run(folder, 'diff')).toEqual({ stdout: 'Release: none\n', reads: 1 });
    expect(await run(folder, 'diff')).toEqual({ stdout: 'Release: none\n', reads: 0 });

    const text = readFileSync(lock, 'utf8');
    writeFileSync(lock, text.replaceAll('\n', '\r\n'));
    expect(await run(folder, 'lock', '--check')).toEqual({ stdout: unchanged[1][1], reads: 0 });
    writeFileSync(lock, text.replace('Weather forecast', 'Forecast'));
    expect(await run(folder, 'diff')).toEqual({
      stdout: expect.stringContaining('Release: patch'),
      reads: 1,
    });
    writeFileSync(lock, text);
    expect((await run(folder, 'lock', '--provider', 'openai')).stdout).toBe(
      'Wrote src/tools.lock.json, 1 tool.\n',
    );
    expect(await run(folder, 'diff')).toEqual({ stdout: 'Release: none\n', reads: 0 });
  });

  it('is not needed', async () => {
    const folder = createScratch({ ...PROJECT_FILES, 'src/weather.ts': WEATHER });
    await run(folder, 'lock', '--no-cache');
    expect(await run(folder, 'diff', '--no-cache')).toEqual({ stdout: 'Release: none\n', reads: 1 });
  });
});
