import type { ContractChange, Release } from '@toolwright/json-schema';

/** A change with its place: of a parameter or a member where the source shows it, else of the tool, or of the block of one that is gone. */
export interface PlacedChange extends ContractChange {
  /** Relative to the working directory, with forward slashes. */
  readonly file?: string;
  readonly line?: number;
  /** The line of the tool itself. */
  readonly toolLine?: number;
}

/** What `toolwright diff` prints. */
export interface PlacedDiff {
  readonly changes: readonly PlacedChange[];
  readonly release: Release;
}
