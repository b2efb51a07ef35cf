import { PassThrough } from 'node:stream';
import { run } from './cli/run.js';
import { TEST_ENVIRONMENT } from './environment.test.support.js';
import { Screen } from './screen.test.support.js';

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The user's input, line by line. */
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** The command with which a hook calls the program. */
  readonly command?: readonly string[];
}

/** Runs one command line in this process, as `main.ts` does. */
export async function runCommand(
  args: readonly string[],
  {
    cwd,
    env = {},
    input = '',
    signal = new AbortController().signal,
    command = ['git-assistant'],
  }: CommandOptions,
): Promise<Finished> {
  const [stdout, stderr, stdin] = [collector(), collector(), new PassThrough()];
  stdin.end(input);
  const code = await run(args, {
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin,
    env: { ...TEST_ENVIRONMENT, ...env },
    cwd,
    command,
    signal,
    turn: (work) => work(signal),
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** A running command whose user can type. */
export interface Dialogue {
  /** Types a line and presses Enter. */
  type(line: string): void;
  until(text: string | RegExp): Promise<string>;
  exit(): Promise<number>;
}

/**
 * Like `runCommand`, but the program believes that it runs in a terminal. For features of a real terminal, such as Ctrl-C, use
 * `openTerminal`.
 */
export function openDialogue(
  args: readonly string[],
  { cwd, env = {} }: Pick<CommandOptions, 'cwd' | 'env'>,
): Dialogue {
  const screen = new Screen();
  const output = new PassThrough().setEncoding('utf8').on('data', (part: string) => screen.add(part));
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const { signal } = new AbortController();
  let hasEnded = false;
  const code = run(args, {
    stdout: output,
    stderr: output,
    stdin,
    env: { ...TEST_ENVIRONMENT, ...env },
    cwd,
    command: ['git-assistant'],
    signal,
    turn: (work) => work(signal),
  }).finally(() => {
    hasEnded = true;
  });
  return {
    type: (line) => void stdin.write(`${line}\n`),
    until: (text) => screen.until(text, () => hasEnded),
    exit: () => code,
  };
}

function collector(): { stream: PassThrough; text(): string } {
  const stream = new PassThrough();
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return { stream, text: () => Buffer.concat(parts).toString('utf8') };
}
