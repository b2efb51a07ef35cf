import type { CodegenRun } from '../codegen-run.js';

/** Options of `watch`. */
export interface WatchOptions {
  /** Stops watching. */
  readonly signal: AbortSignal;
  /** Called after the first run and after each run with a new result, once the modules have been written. */
  readonly onRun: (run: WatchedRun) => void | Promise<void>;
}

/** One run in watch mode: its result, or its failure. */
export type WatchedRun =
  | {
      readonly kind: 'done';
      readonly run: CodegenRun;
      /** Whether a module was out of date and has been written. Always false if there are errors. */
      readonly written: boolean;
      /** The duration in milliseconds, not including the quiet period before the run. */
      readonly ms: number;
    }
  /** The tsconfig is broken, or a module cannot be written. The next change triggers another attempt. */
  | { readonly kind: 'failed'; readonly error: unknown };
