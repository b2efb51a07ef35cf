import type { OutputWarning } from '@toolwright/contract';

/** A model's answer as the requested value. */
export interface ParsedOutput<Output = unknown> {
  readonly value: Output;
  /** Every change and every remaining ambiguity. */
  readonly warnings: readonly OutputWarning[];
  /** Whether the value differs from the model's text, because its JSON was repaired or the value was fitted to the schema. */
  readonly recovered: boolean;
}

/** Also contains the JSON from which the value was created. */
export interface ReadOutput extends ParsedOutput {
  /** The value before codecs and transformations; undefined if the answer is not JSON. */
  readonly json?: unknown;
}
