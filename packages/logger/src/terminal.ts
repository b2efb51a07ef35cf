/** The output of a logger: `process.stderr`, a file stream, or any object with a `write` method. */
export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

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
