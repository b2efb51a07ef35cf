import { Console } from 'node:console';
import { Writable } from 'node:stream';

/** Standard output for the protocol alone. */
export interface ClaimedStdout {
  /** What is written here reaches the client. */
  readonly stream: Writable;
  /** Gives standard output back to everyone. */
  release(): void;
}

/**
 * Keeps everything but the protocol off standard output: what the program prints, with `console` or with `process.stdout.write`, goes
 * to standard error instead. A line of anything else would end the session.
 */
export function claimStdout(): ClaimedStdout {
  const { stdout, stderr } = process;
  const write = stdout.write;
  const originalConsole = globalThis.console;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      Reflect.apply(write, stdout, [chunk, done]);
    },
  });
  stdout.write = stderr.write.bind(stderr);
  stdout.on('error', ignoreLostReader);
  globalThis.console = new Console({ stdout: stderr, stderr });
  return {
    stream,
    release: () => {
      stdout.write = write;
      stdout.off('error', ignoreLostReader);
      globalThis.console = originalConsole;
    },
  };
}

/** The stream that the protocol writes to has the same error, and ends the session. */
function ignoreLostReader(): void {}
