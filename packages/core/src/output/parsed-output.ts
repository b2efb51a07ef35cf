import type { OutputWarning } from '@toolwright/contract';

/** A model's answer as the requested value. */
export interface ParsedOutput<Output = unknown> {
  readonly value: Output;
  /** Every change, and every remaining doubt. */
  readonly warnings: readonly OutputWarning[];
  /** Whether the value differs from what the model wrote: its JSON was repaired, or the value was fitted to the schema. */
  readonly recovered: boolean;
}

/** The same with the JSON that the value was made of. */
export interface ReadOutput extends ParsedOutput {
  /** The value before codecs and transformations; undefined if the answer is not JSON. */
  readonly json?: unknown;
}
