import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';

/** How a program is run. */
export interface ProgramOptions {
  readonly cwd: string;
  /** The complete environment of the child; it inherits nothing else. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
  /** The child is ended when it has written this many bytes. Default: 4,000,000. */
  readonly maxBytes?: number | undefined;
  /** Default: 30,000. `Infinity`: none. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** End the child's own children with it. The child then has no terminal, so it cannot ask for a passphrase. Default: false. */
  readonly group?: boolean | undefined;
}

/** How a program ended, and what it printed. */
export interface ProgramResult {
  /** Undefined if the child was ended because of its output, or by a signal. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The output was longer than the limit; the rest is lost. */
  readonly cut: boolean;
}

const FORCE_KILL_AFTER_MS = 1_000;
/** How long the output may be quiet after the child has ended. */
const QUIET_MS = 2_000;

/** Children that must end with this process, even if it does not wait for them. */
const running = new Set<() => void>();
let isWatching = false;

/** Called with the first program, so that importing this module changes nothing. */
function watchExit(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const kill of running) kill();
  });
}

/**
 * Runs one program without a shell. Its output is kept up to a limit, so a huge output costs neither memory nor time.
 * @throws ToolwrightError `MISSING_PACKAGE` if the program does not exist; `TOOL_TIMEOUT` or `ABORTED` after ending the child
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  const { cwd, env, input = '', maxBytes = 4_000_000, timeoutMs = 30_000, signal } = options;
  const group = options.group === true && process.platform !== 'win32';
  if (signal?.aborted) throw stopped(program);
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', windowsHide: true, detached: group });
  let reason: 'time' | 'abort' | undefined;
  const end = (why: 'time' | 'abort') => {
    reason ??= why;
    kill(child, group);
  };
  const onAbort = () => end('abort');
  const onExit = () => send(child, group, 'SIGKILL');
  watchExit();
  running.add(onExit);
  const release = group ? endWithThisProcess(child.pid) : undefined;
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = timeoutMs <= LONGEST_TIMER_MS ? setTimeout(end, timeoutMs, 'time') : undefined;
  const stdout = collect(child.stdout, maxBytes, () => kill(child, group));
  const stderr = collect(child.stderr, maxBytes, () => kill(child, group));
  // A child may close its input before it has read everything; its exit code tells whether that is an error.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  closeWhenQuiet(child);
  try {
    const exitCode = await closed(child, program, cwd);
    if (reason === 'abort') throw stopped(program);
    if (reason === 'time') throw timedOut(program, timeoutMs);
    const cut = stdout.cut() || stderr.cut();
    return { exitCode: cut ? undefined : exitCode, stdout: stdout.text(), stderr: stderr.text(), cut };
  } finally {
    // Ends processes that the child has left behind, however it ended.
    if (group) killGroup(child.pid, 'SIGKILL');
    release?.();
    clearTimeout(timer);
    running.delete(onExit);
    signal?.removeEventListener('abort', onAbort);
  }
}

/**
 * Ends a group of processes when this process ends, also by a signal such as that of Ctrl+C, which a group of its own does not receive.
 * A shell waits for the end of a pipe that only this process holds. Returns a function that sends the shell away.
 */
function endWithThisProcess(pid: number | undefined): (() => void) | undefined {
  if (pid === undefined) return undefined;
  const wait = 'read -r line || kill -KILL "-$1"';
  const watchdog = spawn('/bin/sh', ['-c', wait, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  });
  // Without the shell, only the handler of the event `exit` ends the group.
  watchdog.on('error', () => {});
  watchdog.stdin.on('error', () => {});
  watchdog.unref();
  return () => void watchdog.stdin.end('\n');
}

/** Waits until the child has ended and all its output has been read. */
function closed(child: ChildProcess, program: string, cwd: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(missing(program, cwd, cause)));
    child.once('close', (code) => resolve(code ?? undefined));
  });
}

/** Processes that the child has left behind may keep its output open, so it is closed when nothing comes any more. */
function closeWhenQuiet(child: ChildProcess): void {
  const streams = [child.stdout, child.stderr];
  child.once('exit', () => {
    let isQuiet = false;
    const close = (): void => {
      if (isQuiet) for (const stream of streams) stream?.destroy();
    };
    const timer = setTimeout(() => {
      isQuiet = true;
      // If this process was busy, there may be output that it has not read.
      setImmediate(close);
    }, QUIET_MS);
    for (const stream of streams)
      stream?.on('data', () => {
        isQuiet = false;
        timer.refresh();
      });
    child.once('close', () => clearTimeout(timer));
  });
}

/** Asks the child to end, so that it can clean up, then kills it. Its output is no longer read. */
function kill(child: ChildProcess, group: boolean): void {
  send(child, group, 'SIGTERM');
  child.stdout?.destroy();
  child.stderr?.destroy();
  const force = setTimeout(() => send(child, group, 'SIGKILL'), FORCE_KILL_AFTER_MS);
  child.once('exit', () => clearTimeout(force));
}

function send(child: ChildProcess, group: boolean, signal: NodeJS.Signals): void {
  if (group) killGroup(child.pid, signal);
  else child.kill(signal);
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All of the group has ended by itself.
  }
}

interface Collected {
  /** Bytes that are not UTF-8 become U+FFFD. */
  text(): string;
  cut(): boolean;
}

function collect(stream: Readable, maxBytes: number, onFull: () => void): Collected {
  const parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (part: Buffer) => {
    if (size > maxBytes) return;
    parts.push(part.subarray(0, maxBytes - size));
    size += part.length;
    if (size > maxBytes) onFull();
  });
  return { text: () => Buffer.concat(parts).toString('utf8'), cut: () => size > maxBytes };
}

function stopped(program: string): ToolwrightError {
  return new ToolwrightError('ABORTED', `${program} was stopped.`, { blame: 'user' });
}

function timedOut(program: string, timeoutMs: number): ToolwrightError {
  const seconds = timeoutMs / 1_000;
  return new ToolwrightError('TOOL_TIMEOUT', `${program} took longer than ${seconds} s and was stopped.`, {
    blame: 'tool',
    hint: 'Ask for less: fewer files, a smaller range.',
  });
}

function missing(program: string, cwd: string, cause: unknown): ToolwrightError {
  // The error of the system is the same for both.
  const [place, hint] = existsSync(cwd)
    ? ['', `Install ${program}, or put it on the PATH.`]
    : [` in ${cwd}, a folder that does not exist`, 'Create the folder, or choose another one.'];
  return new ToolwrightError('MISSING_PACKAGE', `The program "${program}" cannot be started${place}.`, {
    blame: 'user',
    hint,
    cause,
  });
}
