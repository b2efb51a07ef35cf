import type { Characters } from './characters.js';

/** A step of a program. `by` is the distance to another step; a split continues both there and at the next step. */
export type PatternStep =
  | { readonly kind: 'character'; readonly characters: Characters }
  | { readonly kind: 'split'; readonly by: number }
  | { readonly kind: 'jump'; readonly by: number }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'match' };

/** A condition between two characters. A number is the index of a lookaround. */
export type Condition = 'start' | 'end' | 'boundary' | 'not-boundary' | number;

export interface Lookaround {
  /** A lookahead is matched from the end of the text. */
  readonly isAhead: boolean;
  readonly isNegative: boolean;
  readonly steps: readonly PatternStep[];
}

/** The maximum number of steps. Counted repetitions are expanded, and a matcher may visit every step at each character. */
export const MAX_STEPS = 3_000;
