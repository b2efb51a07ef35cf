import type { OutputWarning } from '@toolwright/contract';

/** A model's answer, parsed into the requested value. */
export interface ParsedOutput<Output = unknown> {
  readonly value: Output;
  /** All changes and remaining ambiguities. */
  readonly warnings: readonly OutputWarning[];
  /** Whether the JSON was repaired or the value was changed to fit the schema. */
  readonly recovered: boolean;
}

/** A parsed answer together with the JSON that it was created from. */
export interface ReadOutput extends ParsedOutput {
  /** The value before codecs and transformations; undefined if the answer is not JSON. */
  readonly json?: unknown;
}
