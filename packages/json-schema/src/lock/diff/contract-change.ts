import type { JsonValue } from '@toolwright/contract';
import type { Verdict } from '../../contains/verdict.js';

/** The part of a contract that changed. `wire` is the form that a provider receives. */
export type ChangeSide = 'name' | 'input' | 'output' | 'description' | 'annotation' | 'wire';

/**
 * `breaking`: a call or a reader that worked before may fail now. `model-visible`: descriptions or the order changed, so a model may act
 * differently.
 */
export type ChangeVerdict = 'breaking' | 'compatible' | 'model-visible';

/** One difference between two locks. */
export interface ContractChange {
  readonly tool: string;
  readonly side: ChangeSide;
  /** A JSON pointer into the locked tool; empty for the tool as a whole. */
  readonly path: string;
  readonly verdict: ChangeVerdict;
  readonly message: string;
  /**
   * Arguments that were valid before and are refused now, or a result that is possible now but was not before. If `path` ends with
   * `/default`, arguments whose meaning changed.
   */
  readonly example?: JsonValue;
}

/** The release that semantic versioning requires. */
export type Release = 'major' | 'minor' | 'patch' | 'none';

export interface ContractDiff {
  readonly changes: readonly ContractChange[];
  readonly release: Release;
}

/** Decides whether every value of one schema is a value of another. */
export type Fits = (inner: object, outer: object) => Verdict;

/** A change without the name of its tool. */
export type FoundChange = Omit<ContractChange, 'tool'>;
