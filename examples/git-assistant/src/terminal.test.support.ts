import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { TEST_ENVIRONMENT } from './repository.test.support.js';
import { Screen } from './screen.test.support.js';

/** A program in a real terminal, which `script` of util-linux provides. */
export interface Terminal {
  readonly child: ChildProcess;
  /** Presses keys. */
  type(keys: string): void;
  /** Everything that the terminal has shown, without colours and cursor movements. */
  shown(): string;
  /** The same with them. */
  raw(): string;
  /** Waits until the terminal shows a text that it had not shown at the last call, and resolves to the output up to its end. */
  until(text: string | RegExp): Promise<string>;
  /** Waits for the end and resolves to the exit code. */
  exit(): Promise<number | null>;
}

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

/** Programs that a failed test has left running would keep the process alive. */
const open = new Set<ChildProcess>();
afterEach(() => {
  for (const child of open) child.kill('SIGKILL');
});

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
if (!hasTerminal) console.warn('Skipped: tests in a terminal need the program `script` of util-linux.');

/** `it`, skipped if no terminal can be made, with more time, because programs start slowly on a busy machine. */
export function inTerminal(name: string, test: () => Promise<void>): void {
  (hasTerminal ? it : it.skip)(name, test);
}

export function openTerminal(
  command: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Terminal {
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  // `exec`: keys and signals go to the program, not to a shell around it.
  const child = spawn('script', ['-qefc', `exec ${line}`, '/dev/null'], {
    cwd,
    env: { ...TEST_ENVIRONMENT, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  open.add(child);
  child.once('exit', () => open.delete(child));
  const screen = new Screen();
  child.stdout.setEncoding('utf8').on('data', (part: string) => screen.add(part));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    type: (keys) => void child.stdin.write(keys),
    shown: () => screen.shown(),
    raw: () => screen.raw(),
    exit: () => exited,
    until: (text) => screen.until(text, () => child.exitCode !== null),
  };
}
