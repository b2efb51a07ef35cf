import { main } from '../main.js';
import type { CliIo, OutputStream } from './cli-io.js';
import { expectShortRun } from './expect-short-run.js';

/** Runs the command line of this process, and ends it. */
export function runProcess(): void {
  const { stdout, stderr, argv, env } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreLostReader);
  const importCodegen = () => import('@toolwright/codegen');
  const io: CliIo = {
    cwd: process.cwd(),
    env,
    stdout,
    stderr,
    importCodegen,
    expectShortRun,
    untilInterrupted,
  };
  process.once('beforeExit', reportStandstill);
  main(argv.slice(2), io).then((code) => {
    // What a called tool left open (a connection, a timer) must not keep the process; what is written must arrive.
    flush(stdout, () => flush(stderr, () => process.exit(code)));
  });
}

/** Node ends a process that waits for nothing with code 0, as if all were well. */
function reportStandstill(): void {
  process.stderr.write(
    'error INVALID_CONFIG: The command waits for a promise that nothing can settle any more.\n' +
      '  fix: Check what the loaded module awaits: its top level, its exported function, or its tool.\n',
  );
  process.exitCode = 1;
}

/** The first SIGINT or SIGTERM aborts the signal; a second one ends the process at once, as ever. */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/** The reader is gone (`toolwright list | head -1`): there is nobody left to tell, and the work is done all the same. */
function ignoreLostReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function flush(stream: OutputStream & NodeJS.WritableStream, done: () => void): void {
  stream.write('', done);
}
