/** A report compared with a baseline, over the cases that are the same in both. */
export interface Comparison {
  /** Cases compared. */
  readonly cases: number;
  /** Whether enough cases are compared to tell a difference from chance: at least six. */
  readonly conclusive: boolean;
  readonly resamples: number;
  /** The share of passed attempts. */
  readonly total: Difference;
  readonly scorers: readonly (Difference & { readonly scorer: string })[];
  /** The compared cases whose share of passed attempts is not the same, in the order of the report. */
  readonly moved: readonly { readonly id: string; readonly baseline: number; readonly now: number }[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Cases whose input, context, expectation or scorers are different. */
  readonly changed: readonly string[];
  /** Cases that have no result now or in the baseline. */
  readonly incomplete: readonly string[];
  /** Scorers that are only in one of the two, or have another version. */
  readonly scorersLeftOut: readonly string[];
}

export interface Difference {
  readonly baseline: number | null;
  readonly now: number | null;
  /** `now - baseline` over the paired cases; null if there are none. */
  readonly difference: number | null;
  /** The interval in which the difference lies with the given confidence. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly confidence: number;
  readonly verdict: 'better' | 'worse' | 'not distinguishable';
}
