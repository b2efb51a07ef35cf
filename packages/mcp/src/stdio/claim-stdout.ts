import { Console } from 'node:console';
import { Writable } from 'node:stream';

/** Standard output, reserved for the protocol. */
export interface ClaimedStdout {
  /** Writes to the client. */
  readonly stream: Writable;
  /** Restores standard output. */
  release(): void;
}

/**
 * Reserves standard output for the protocol: output from `console` and `process.stdout.write` is redirected to standard error, because any
 * other line on standard output would end the session.
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

/** Does nothing: the protocol's stream emits the same error, which ends the session. */
function ignoreLostReader(): void {}
