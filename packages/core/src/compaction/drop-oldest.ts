import type { Compaction, CountTokens } from './compaction.js';
import { estimateTokens, rememberCounts } from './estimate-tokens.js';
import { splitHistory } from './split-history.js';
import { checkTokenLimits } from './token-limits.js';

/** Options of `dropOldest`. */
export interface DropOldestOptions {
  /** More than this is too long; system message included, tools not. */
  readonly maxTokens: number;
  /** What is kept then, beside the system message. Default: half of `maxTokens`, so that many requests begin as the one before did. */
  readonly keepTokens?: number | undefined;
  /** Default: an estimate by the length of the text. */
  readonly countTokens?: CountTokens | undefined;
}

/** Forgets the oldest turns, and where the last one alone is too long its oldest steps. */
export function dropOldest(options: DropOldestOptions): Compaction {
  const { maxTokens, keepTokens } = checkTokenLimits('dropOldest', options, 0.5);
  const count = rememberCounts(options.countTokens ?? estimateTokens);
  return {
    isDue: (messages, isAside) =>
      count(messages) > maxTokens && splitHistory(messages, keepTokens, count, isAside) !== undefined,
    compact(messages, { isAside }) {
      const split = splitHistory(messages, keepTokens, count, isAside);
      return split === undefined ? messages : [...split.pinned, ...split.question, ...split.recent];
    },
  };
}
