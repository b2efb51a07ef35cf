import type { OutputWarning } from '@toolwright/contract';

/** A model's answer as the value that was asked for. */
export interface ParsedOutput<Output = unknown> {
  readonly value: Output;
  /** Every change that was made, and every doubt that is left. */
  readonly warnings: readonly OutputWarning[];
  /** Whether the value is not quite what the model wrote: its JSON was repaired, or the value fitted to the schema. */
  readonly recovered: boolean;
}
