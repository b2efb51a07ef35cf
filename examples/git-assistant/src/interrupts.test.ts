import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ended, isAlive, pidIn } from '../../../packages/capabilities/src/guard/running.test.support.js';
import { Interrupts, Stopped } from './cli/input/interrupts.js';
import { startModel, type TestModel, turnOf } from './model.test.support.js';
import { createProgram, type Program } from './program.test.support.js';
import { createRepository } from './repository.test.support.js';
import { CTRL_C, inTerminal, openTerminal } from './terminal.test.support.js';

let program: Program;
const repository = createRepository({
  'a.ts': 'export const a = 1;\n',
  'package.json': '{ "devDependencies": { "eslint": "9" } }',
});
beforeAll(async () => {
  program = await createProgram();
  repository.write('a.ts', 'export const a = 2;\n');
  repository.write('node_modules/eslint/package.json', '{ "bin": { "eslint": "run.js" } }');
  // A linter that never ends and ignores SIGTERM.
  repository.write(
    'node_modules/eslint/run.js',
    `const note = (name) => require('node:fs').writeFileSync('${join(repository.root, '.git')}/' + name, String(process.pid));
    process.on('SIGTERM', () => note('asked')); note('pid'); setInterval(() => {}, 1000);`,
  );
});
afterEach(() => {
  for (const name of ['pid', 'asked']) rmSync(join(repository.root, '.git', name), { force: true });
});
const models: TestModel[] = [];
afterAll(async () => {
  await Promise.all(models.map((model) => model.stop()));
  repository.dispose();
});

async function lint() {
  const model = await startModel((request) =>
    turnOf(request) === 0
      ? { toolCalls: [{ name: 'staticAnalysis', arguments: '{"paths":["a.ts"]}' }] }
      : { content: 'Done.' },
  );
  models.push(model);
  const command = [process.execPath, program.file, '--allow-run', '--no-critic', 'review'];
  return { command, env: model.env };
}

/** Waits until the linter runs. */
const linterPid = () => pidIn(join(repository.root, '.git/pid'));
/** Waits until the linter has been asked to end. */
const linterAsked = () => pidIn(join(repository.root, '.git/asked'));

describe('Ctrl-C', () => {
  // With a spinner, which has its own handler of signals.
  inTerminal('ends the linters before the program', async () => {
    const { command, env } = await lint();
    const terminal = openTerminal(command, { cwd: repository.root, env });
    const pid = await linterPid();
    expect(isAlive(pid)).toBe(true);
    terminal.type(CTRL_C);
    expect(await terminal.exit()).toBe(130);
    expect(terminal.shown()).toContain('Stopped.');
    expect(isAlive(pid)).toBe(false);
  });

  inTerminal('pressed twice ends everything at once', async () => {
    const { command, env } = await lint();
    const terminal = openTerminal(command, { cwd: repository.root, env });
    const pid = await linterPid();
    terminal.type(CTRL_C);
    await linterAsked();
    terminal.type(CTRL_C);
    expect(await terminal.exit()).toBe(130);
    await ended(pid);
  });

  it('pressed twice does not wait for the clean-up', () => {
    const forced: number[] = [];
    const interrupts = new Interrupts((code) => forced.push(code));
    interrupts.stop('SIGINT');
    expect(interrupts.signal.reason).toMatchObject({ exitCode: 130 });
    expect(interrupts.signal.reason).toBeInstanceOf(Stopped);
    expect(forced).toEqual([]);
    interrupts.stop('SIGINT');
    expect(forced).toEqual([130]);
  });

  it('ends first the turn, then the program', async () => {
    const interrupts = new Interrupts(() => {});
    await interrupts.turn(async (signal) => {
      interrupts.stop('SIGINT');
      expect([signal.aborted, interrupts.signal.aborted]).toEqual([true, false]);
      interrupts.stop('SIGINT');
      expect(interrupts.signal.aborted).toBe(true);
    });
    expect(new Interrupts(() => {}).signal.aborted).toBe(false);
  });

  it('and other signals have their own exit codes', () => {
    const codes = (['SIGHUP', 'SIGINT', 'SIGPIPE', 'SIGTERM'] as const).map(
      (stop) => new Stopped(stop).exitCode,
    );
    expect(codes).toEqual([129, 130, 141, 143]);
  });
});
