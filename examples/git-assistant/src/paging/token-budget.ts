import { estimateTokens } from 'toolwright/compaction';

/** The approximate maximum of tokens in the result of one tool. A result that fills the context is useless. */
export const RESULT_TOKENS = 8_000;

/** The tokens for lists and texts. The rest is for names, counts and sentences around them. */
const CONTENT_TOKENS = 7_000;

/** The approximate number of tokens of a value as JSON. */
export function tokensOf(value: unknown): number {
  return estimateTokens({ role: 'user', content: JSON.stringify(value) ?? '' });
}

/** Counts the tokens in one result. */
export class TokenBudget {
  #left: number;

  constructor(tokens = CONTENT_TOKENS) {
    this.#left = tokens;
  }

  /** Reserves tokens for a value. Returns false and reserves nothing if the value does not fit. */
  take(value: unknown): boolean {
    const tokens = tokensOf(value);
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }

  /** The approximate number of characters in Latin script that still fit. */
  get characters(): number {
    return Math.max(0, this.#left * 3);
  }
}
