import { estimateTokens } from 'toolwright/compaction';

/** How many tokens the result of one tool may take, about: a result that fills the context helps nobody. */
export const RESULT_TOKENS = 8_000;

/** What lists and texts may take of it; the rest is for names, counts and sentences around them. */
const CONTENT_TOKENS = 7_000;

/** About how many tokens a value takes as JSON. */
export function tokensOf(value: unknown): number {
  return estimateTokens({ role: 'user', content: JSON.stringify(value) ?? '' });
}

/** Counts what goes into one result. */
export class TokenBudget {
  #left: number;

  constructor(tokens = CONTENT_TOKENS) {
    this.#left = tokens;
  }

  /** Takes room for a value; false, and takes nothing, where it does not fit. */
  take(value: unknown): boolean {
    const tokens = tokensOf(value);
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }

  /** About how many characters of Latin script still fit. */
  get characters(): number {
    return Math.max(0, this.#left * 3);
  }
}
