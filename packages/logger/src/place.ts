import type { Guides } from './guides.js';

/** The run to which text belongs, and the format in which it is written. */
export interface Place {
  readonly runId: string;
  /** The text before the entry's text, e.g. `[helper] `. */
  readonly tag: string;
  readonly guides: Guides;
  /** The number of columns of the stream. */
  readonly width: number;
}
