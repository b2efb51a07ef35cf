import type { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { inspect } from 'node:util';
import { maskSecrets, SecretMask, secretMask } from '@toolwright/redaction';
import { OutputMask } from '../record/output-mask.js';

/**
 * Masks what was hidden with `secret` in all that this process prints: no other process knows these texts. What other processes and worker
 * threads print, and what is written to the descriptors themselves, does not come by here.
 */
export function maskOutput(): void {
  const ends = [process.stdout, process.stderr].map(maskWrites);
  process.on('exit', () => {
    for (const end of ends) end();
  });
  process.on('uncaughtExceptionMonitor', (error) => endWithMasked(error));
}

/** Without secrets, nothing changes. Else bytes are read as text, which Studio does as well. @returns After this, nothing waits for its rest. */
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

/** Node.js would print such an error past the streams. Ends the process as Node.js would, if the error shows a secret. */
function endWithMasked(error: unknown): void {
  if (process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback()) return;
  const text = inspect(error);
  if (maskSecrets(text) === text) return;
  process.stderr.write(`Uncaught ${text}\n`);
  process.exit(1);
}
