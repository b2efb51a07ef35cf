import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../scripts/workspace-sources.mjs';
import { runProgram } from './run-program.js';
import { ended, isAlive, pidIn } from './running.test.support.js';

const folder = mkdtempSync(join(tmpdir(), 'run-program-'));
afterAll(() => rmSync(folder, { recursive: true }));
const options = { cwd: folder, env: {} };
const node = process.execPath;

describe('a program', () => {
  it('gets its arguments and its input unchanged, and only the given environment', async () => {
    const script =
      'process.stdin.pipe(process.stdout); console.log(process.argv[1], Object.keys(process.env).length)';
    const { stdout, exitCode } = await runProgram(node, ['-e', script, '$(pwd) "`'], {
      ...options,
      input: 'ü\n',
    });
    expect({ stdout, exitCode }).toEqual({ stdout: '$(pwd) "` 0\nü\n', exitCode: 0 });
  });

  it('is ended when it exceeds its output limit', async () => {
    const script = 'const write = () => process.stdout.write("x".repeat(65536), write); write();';
    const { stdout, cut } = await runProgram(node, ['-e', script], { ...options, maxBytes: 100_000 });
    expect({ length: stdout.length, cut }).toEqual({ length: 100_000, cut: true });
  });

  it('is ended at its timeout', async () => {
    const forever = runProgram(node, ['-e', 'setInterval(() => {}, 1000)'], { ...options, timeoutMs: 300 });
    await expect(forever).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
  });

  it('is ended by an abort and does not live on', async () => {
    const stop = new AbortController();
    const script =
      "require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)";
    const running = runProgram(node, ['-e', script], { ...options, signal: stop.signal });
    const pid = await pidIn(join(folder, 'pid'));
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    expect(isAlive(pid)).toBe(false);
  });

  it('is ended together with its children if requested', async () => {
    const child =
      "require('node:fs').writeFileSync('child', String(process.pid)); setInterval(() => {}, 1000)";
    const script = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`;
    const stop = new AbortController();
    const running = runProgram(node, ['-e', script], { ...options, signal: stop.signal, group: true });
    const pid = await pidIn(join(folder, 'child'));
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    await ended(pid);
  });

  it('is killed if it ignores SIGTERM', async () => {
    const child =
      "process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('stubborn', String(process.pid)); setInterval(() => {}, 1000)";
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
    const stop = new AbortController();
    const running = runProgram(node, ['-e', script], { ...options, signal: stop.signal, group: true });
    const pid = await pidIn(join(folder, 'stubborn'));
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    await ended(pid);
  });

  it('leaves no children behind when it ends by itself', async () => {
    const child =
      "require('node:fs').writeFileSync('left', String(process.pid)); setInterval(() => {}, 1000)";
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' }).unref();
      const isWritten = () => require('node:fs').statSync('left', { throwIfNoEntry: false })?.size > 0;
      const wait = () => isWritten() ? process.exit(3) : setTimeout(wait, 5); wait();`;
    const { exitCode } = await runProgram(node, ['-e', script], { ...options, group: true });
    expect(exitCode).toBe(3);
    await ended(await pidIn(join(folder, 'left')));
  });

  it.each([
    'process.exit(130)',
    ...['SIGINT', 'SIGTERM', 'SIGKILL'].map((one) => `process.kill(process.pid, '${one}')`),
  ])('ends with this process, even after %s', async (end) => {
    const module = fileURLToPath(new URL('run-program.ts', import.meta.url));
    const file = `orphan-${end.replaceAll(/\W/g, '')}`;
    const child = `process.on('SIGINT', () => {}); require('node:fs').writeFileSync('${file}', String(process.pid)); setInterval(() => {}, 1000)`;
    const main = `import { runProgram } from ${JSON.stringify(module)};
      import { statSync } from 'node:fs';
      runProgram(process.execPath, ['-e', ${JSON.stringify(child)}], { cwd: '.', env: {}, group: true });
      const isWritten = () => statSync('${file}', { throwIfNoEntry: false })?.size > 0;
      const wait = () => isWritten() ? ${end} : setTimeout(wait, 5); wait();`;
    const built = await build({
      stdin: { contents: main, resolveDir: folder },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      plugins: [workspaceSources()],
    });
    writeFileSync(join(folder, 'main.mjs'), built.outputFiles[0]?.text ?? '');
    const { exitCode } = await runProgram(node, ['main.mjs'], options);
    expect(exitCode).toBe(end.includes('exit') ? 130 : undefined);
    await ended(await pidIn(join(folder, file)));
  });

  it('that does not exist is named in the error', async () => {
    const missing = runProgram('no-such-program', [], { ...options, env: { PATH: '/usr/bin' } });
    await expect(missing).rejects.toMatchObject({
      code: 'MISSING_PACKAGE',
      hint: expect.stringContaining('no-such-program'),
    });
  });
});
