import { errorMessage } from '@toolwright/contract';

/** The output of a logger: `process.stderr`, a file stream, or any object with a `write` method. */
export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Returns `process.stderr`, or the console where there is no process. */
export function standardError(): LogStream {
  const { process } = globalThis as { readonly process?: { readonly stderr?: LogStream } };
  return process?.stderr ?? CONSOLE;
}

const guarded = new WeakSet<LogStream>();

/**
 * Keeps a stream that can no longer be written, such as a closed pipe or a full disk, from ending the program. The first error of a stream
 * other than standard error is reported there.
 */
export function withoutFailing(stream: LogStream): LogStream {
  const { on } = stream as { readonly on?: unknown };
  if (typeof on !== 'function' || guarded.has(stream)) return stream;
  guarded.add(stream);
  let isReported = stream === standardError();
  on.call(stream, 'error', (error: unknown) => {
    if (!isReported) standardError().write(`The log could not be written: ${errorMessage(error)}\n`);
    isReported = true;
  });
  return stream;
}

const CONSOLE: LogStream = {
  // The console ends the line itself.
  // biome-ignore lint/suspicious/noConsole: the only output of such a platform
  write: (text: string) => console.error(text.replace(/\n$/, '')),
};

const DEFAULT_WIDTH = 80;
/** Narrower columns leave no room for text next to the labels, and wider ones are hard to read. */
const NARROWEST = 32;
const WIDEST = 120;

/**
 * Returns the width to use: `wish` if it is set, otherwise the terminal's width, which may change while the program runs, or 80. Infinite
 * if the stream is not a terminal, because programs such as `grep` need whole lines.
 */
export function usableWidth(stream: LogStream, wish: number | undefined): number {
  if (wish !== undefined) return Math.max(NARROWEST, wish);
  if (!stream.isTTY) return Number.POSITIVE_INFINITY;
  return Math.max(NARROWEST, Math.min(stream.columns ?? DEFAULT_WIDTH, WIDEST));
}
