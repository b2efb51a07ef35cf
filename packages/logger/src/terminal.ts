/** What a logger writes to: `process.stderr`, a file stream, or anything with `write`. */
export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_WIDTH = 80;
/** Below this the label column would leave no room for text; above it lines tire the eye. */
const NARROWEST = 32;
const WIDEST = 120;

/**
 * Columns to write in: the wish, else the terminal's, which may change while a program runs, and 80 where it does not say. Endless
 * where the stream is no terminal: what reads it, such as `grep`, wants lines whole.
 */
export function usableWidth(stream: LogStream, wish: number | undefined): number {
  if (wish !== undefined) return Math.max(NARROWEST, wish);
  if (!stream.isTTY) return Number.POSITIVE_INFINITY;
  return Math.max(NARROWEST, Math.min(stream.columns ?? DEFAULT_WIDTH, WIDEST));
}
