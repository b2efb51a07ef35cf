import { main } from '../main.js';
import type { CliIo, OutputStream } from './cli-io.js';
import { expectShortRun } from './expect-short-run.js';

/** Runs the command line of this process, then exits. */
export function runProcess(): void {
  const { stdout, stderr, argv, env } = process;
  let lost: Error | undefined;
  for (const stream of [stdout, stderr])
    stream.on('error', (error) => {
      lost ??= isLostReader(error) ? undefined : error;
    });
  const importCodegen = () => import('@toolwright/codegen');
  const importTokenizer = () => import('gpt-tokenizer/encoding/o200k_base');
  const io: CliIo = {
    cwd: process.cwd(),
    env,
    stdout,
    stderr,
    importCodegen,
    importTokenizer,
    expectShortRun,
    untilInterrupted,
  };
  process.once('beforeExit', reportStandstill);
  main(argv.slice(2), io).then((code) => {
    // An open connection or timer of a tool must not keep the process alive. All output must be written first.
    flush(stdout, () => flush(stderr, () => process.exit(lost === undefined ? code : reportLost(lost))));
  });
}

/** Does the work of a process that `toolwright dev` started. */
export async function runDevProcess(args: readonly string[]): Promise<void> {
  const { runDevProcess: run } = await import('../commands/dev/run-dev-process.js');
  await run(args);
}

/** Reports a pending promise that nothing will settle. Node would otherwise exit with code 0, as if the command had succeeded. */
function reportStandstill(): void {
  process.stderr.write(
    'error INVALID_CONFIG: The command is waiting for a promise that can no longer settle.\n' +
      '  fix: Check what the loaded module awaits: at its top level, in its exported function, or in the tool.\n',
  );
  process.exitCode = 1;
}

/** Returns a signal that the first SIGINT or SIGTERM aborts. A second one ends the process. */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/** Whether the reader closed the pipe early (`toolwright list | head -1`). The command finishes its work anyway. */
function isLostReader({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE';
}

/** Reports that output was lost, e.g. because of a full disk, and returns the exit code. */
function reportLost({ message }: Error): number {
  process.stderr.write(`error OUTPUT_FAILED: Cannot write the output: ${message}.\n`);
  return 1;
}

/** Waits until everything is written and any failure is reported, which happens after the callback. */
function flush(stream: OutputStream & NodeJS.WritableStream, done: () => void): void {
  stream.write('', () => setImmediate(done));
}
