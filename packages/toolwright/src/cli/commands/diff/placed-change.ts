import type { ContractChange, Release } from '@toolwright/schema';

/** A change with the place of its tool now; without one if the tool is gone. */
export interface PlacedChange extends ContractChange {
  /** Relative to the working directory, with forward slashes. */
  readonly file?: string;
  readonly line?: number;
}

/** What `toolwright diff` prints. */
export interface PlacedDiff {
  readonly changes: readonly PlacedChange[];
  readonly release: Release;
}
