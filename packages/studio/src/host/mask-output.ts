import type { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { inspect } from 'node:util';
import { maskSecrets, SecretMask, secretMask } from '@toolwright/redaction';
import { OutputMask } from '../record/output-mask.js';

/**
 * Masks text that was hidden with `secret` in the output of this process, because no other process knows these secrets. Output from child
 * processes and worker threads, and direct writes to file descriptors, are not masked.
 */
export function maskOutput(): void {
  const ends = [process.stdout, process.stderr].map(maskWrites);
  process.on('exit', () => {
    for (const end of ends) end();
  });
  process.on('uncaughtExceptionMonitor', (error) => endWithMasked(error));
}

/**
 * Masks the writes to a stream. Without secrets, nothing changes; otherwise, bytes are decoded as text, as Studio itself does.
 * @returns a function that flushes the mask; after that, no text is held back
 */
export function maskWrites(stream: Writable): () => void {
  const write = stream.write.bind(stream);
  const decoder = new StringDecoder();
  const mask = new OutputMask({ stream: () => new SecretMask() }, (text) => write(text));
  let isOver = false;
  const masked = (chunk: string | Uint8Array, encoding: BufferEncoding | undefined): void => {
    const isText = typeof chunk === 'string' && (encoding === undefined || /^utf-?8$/i.test(encoding));
    const bytes = (): Buffer =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
    mask.push(isText ? decoder.end() + chunk : decoder.write(bytes()));
    if (isOver) mask.flush();
  };
  stream.write = (
    chunk: string | Uint8Array,
    given?: BufferEncoding | WriteCallback,
    last?: WriteCallback,
  ): boolean => {
    const [encoding, callback] = typeof given === 'function' ? [undefined, given] : [given, last];
    const isText = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (!isText || secretMask(typeof chunk === 'string' ? chunk : '') === undefined) {
      return encoding === undefined ? write(chunk, callback) : write(chunk, encoding, callback);
    }
    masked(chunk, encoding);
    return callback === undefined ? !stream.writableNeedDrain : write('', callback);
  };
  return () => {
    isOver = true;
    mask.flush();
  };
}

type WriteCallback = (error?: Error | null) => void;

/** Prints an uncaught error with secrets masked and exits, because Node.js would print the error without using the streams. */
function endWithMasked(error: unknown): void {
  if (process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback()) return;
  const text = inspect(error);
  if (maskSecrets(text) === text) return;
  process.stderr.write(`Uncaught ${text}\n`);
  process.exit(1);
}
