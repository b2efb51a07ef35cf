import type { CodegenRun } from '../codegen-run.js';

/** Options of `watch`. */
export interface WatchOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Called after the first run, and whenever there is something new; the modules have been written by then. */
  readonly onRun: (run: WatchedRun) => void | Promise<void>;
}

/** A run while watching: its result, or why it failed. */
export type WatchedRun =
  | {
      readonly kind: 'done';
      readonly run: CodegenRun;
      /** Some module was not as it is to be. Never so after errors. */
      readonly written: boolean;
      /** What it took, without the moment of quiet before it. */
      readonly ms: number;
    }
  /** The tsconfig is broken, or a module cannot be written; it goes on as soon as something changes. */
  | { readonly kind: 'failed'; readonly error: unknown };
