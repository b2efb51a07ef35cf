import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { OutputStream } from './cli-io.js';

/**
 * Redirects `console` to a stream, so that a tool's output cannot mix with the result on standard output.
 * @returns a function that restores the console
 */
export function redirectConsole(stream: OutputStream): () => void {
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      stream.write(chunk);
      done();
    },
  });
  const original = globalThis.console;
  globalThis.console = new Console({ stdout: sink, stderr: sink });
  return () => {
    globalThis.console = original;
  };
}
