import type { ContractChange, Release } from '@toolwright/json-schema';

/** A change with its location: the parameter or member if the source shows it, else the tool, or a removed tool's block in the lock. */
export interface PlacedChange extends ContractChange {
  /** The path relative to the working directory, with forward slashes. */
  readonly file?: string;
  readonly line?: number;
  /** The line of the tool itself. */
  readonly toolLine?: number;
}

/** The result that `toolwright diff` prints. */
export interface PlacedDiff {
  readonly changes: readonly PlacedChange[];
  readonly release: Release;
}
