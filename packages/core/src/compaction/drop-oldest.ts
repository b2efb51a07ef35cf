import { checkOptions, optionsOf } from '@toolwright/contract';
import type { Compaction, CountTokens } from './compaction.js';
import { estimateTokens, rememberCounts } from './estimate-tokens.js';
import { splitHistory } from './split-history.js';
import { checkTokenLimits, type HistoryLimit } from './token-limits.js';

/** Options of `dropOldest`. */
export type DropOldestOptions = HistoryLimit & {
  /** How many tokens to keep in addition to the system message. Default: half the limit, so that many requests share a cached prefix. */
  readonly keepTokens?: number | undefined;
  /** Default: an estimate from the length of the text. */
  readonly countTokens?: CountTokens | undefined;
};

const DROP_OLDEST = optionsOf<DropOldestOptions>()({
  'a number': 'maxHistoryTokens maxTokens keepTokens',
  'a function': 'countTokens',
});

/** Creates a compaction that drops the oldest turns. If the last turn alone is too long, its oldest steps are dropped. */
export function dropOldest(options: DropOldestOptions): Compaction {
  checkOptions(options, DROP_OLDEST, 'dropOldest');
  const { limit, keepTokens } = checkTokenLimits('dropOldest', options, 0.5);
  const count = rememberCounts(options.countTokens ?? estimateTokens);
  return {
    isDue: (messages, isAside) =>
      count(messages) > limit && splitHistory(messages, keepTokens, count, isAside) !== undefined,
    compact(messages, { isAside }) {
      const split = splitHistory(messages, keepTokens, count, isAside);
      return split === undefined ? messages : [...split.pinned, ...split.question, ...split.recent];
    },
  };
}
