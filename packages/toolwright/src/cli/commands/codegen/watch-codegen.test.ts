import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';

const PATIENCE_MS = 200_000;
const toolFile = (type: string) =>
  `import { tool } from 'toolwright';\n/** Does it. */\nexport const one = tool((value: ${type}): void => {});\n`;

afterAll(removeScratch);

describe('toolwright codegen --watch', () => {
  it('writes, shows errors and their correction, and ends when it is interrupted', async () => {
    const cwd = createScratch({ ...PROJECT_FILES, 'src/one.ts': toolFile('string') });
    const controller = new AbortController();
    let [stdout, stderr] = ['', ''];
    const until = async (holds: () => boolean): Promise<void> => {
      const end = Date.now() + PATIENCE_MS;
      while (!holds() && Date.now() < end) await sleep(5);
    };
    const ended = runCli(['codegen', '--watch'], {
      cwd,
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      untilInterrupted: () => controller.signal,
    });
    await until(() => stdout !== '');
    writeFiles(cwd, { 'src/one.ts': toolFile('symbol') });
    await until(() => stderr.includes('Nothing was written'));
    writeFiles(cwd, { 'src/one.ts': toolFile('number') });
    await until(() => stdout.split('\n').length > 2);
    controller.abort();
    expect(await ended).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^(Wrote src\/toolwright\.gen\.ts, 1 tool \([\d.]+ m?s\)\.\n){2}$/);
    expect(stderr).toMatch(
      /^Watching for changes\. Press Ctrl\+C to stop\.\nsrc\/one\.ts:3:\d+ - error TW\d+/,
    );
    expect(stderr).toMatch(/Nothing was written\. Waiting for changes\.\n$/);
    expect(readFileSync(path.join(cwd, 'src/toolwright.gen.ts'), 'utf8')).toContain("type: 'number'");
  });

  it.each([
    [['--check'], '--check'],
    [['--format', 'json'], '--format <format>'],
  ])('cannot be combined with %j', async (more, shown) => {
    expect(await runCli(['codegen', '--watch', ...more])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: option '-w, --watch' cannot be used with option '${shown}'\n`),
    });
  });
});
