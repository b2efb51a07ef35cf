import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  // A linter that never ends, and does not listen to anybody who asks it to.
  repository.write(
    'node_modules/eslint/run.js',
    `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('${join(repository.root, '.git/pid')}', String(process.pid)); setInterval(() => {}, 1000);`,
  );
}, 60_000);
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

async function linterPid(): Promise<number> {
  const file = join(repository.root, '.git/pid');
  for (let tries = 0; !existsSync(file) || readFileSync(file, 'utf8') === ''; tries += 1) {
    if (tries > 500) throw new Error('The linter never began.');
    await sleep(20);
  }
  const pid = Number(readFileSync(file, 'utf8'));
  repository.git('clean', '--quiet', '-fdx', '.git/pid');
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('Ctrl-C', () => {
  // Under a spinner, which has a handler of its own for signals.
  inTerminal('ends the linters before it ends the program', async () => {
    const { command, env } = await lint();
    const terminal = openTerminal(command, { cwd: repository.root, env });
    const pid = await linterPid();
    expect(isAlive(pid)).toBe(true);
    terminal.type(CTRL_C);
    expect(await terminal.exit()).toBe(130);
    expect(terminal.shown()).toContain('Stopped.');
    expect(isAlive(pid)).toBe(false);
  });

  inTerminal('once more ends everything at once', async () => {
    const { command, env } = await lint();
    const terminal = openTerminal(command, { cwd: repository.root, env });
    const pid = await linterPid();
    terminal.type(CTRL_C);
    await sleep(100);
    terminal.type(CTRL_C);
    expect(await terminal.exit()).toBe(130);
    expect(isAlive(pid)).toBe(false);
  });

  it('once more does not wait for the clean-up', () => {
    const forced: number[] = [];
    const interrupts = new Interrupts((code) => forced.push(code));
    interrupts.stop('SIGINT');
    expect(interrupts.signal.reason).toMatchObject({ exitCode: 130 });
    expect(interrupts.signal.reason).toBeInstanceOf(Stopped);
    expect(forced).toEqual([]);
    interrupts.stop('SIGINT');
    expect(forced).toEqual([130]);
  });

  it('within a turn ends the turn, then the program', async () => {
    const interrupts = new Interrupts(() => {});
    await interrupts.turn(async (signal) => {
      interrupts.stop('SIGINT');
      expect([signal.aborted, interrupts.signal.aborted]).toEqual([true, false]);
      interrupts.stop('SIGINT');
      expect(interrupts.signal.aborted).toBe(true);
    });
    expect(new Interrupts(() => {}).signal.aborted).toBe(false);
  });

  it('has exit codes for every way to be stopped', () => {
    const codes = (['SIGHUP', 'SIGINT', 'SIGPIPE', 'SIGTERM'] as const).map(
      (stop) => new Stopped(stop).exitCode,
    );
    expect(codes).toEqual([129, 130, 141, 143]);
  });
});
