import { formatCount, formatDuration } from '@toolwright/contract';
import type { Attempt, Scorer } from '../define/scorer.js';
import { versionOf } from './text-scorers.js';

/** The run costs at most this much, in the unit of the agent's `price`. Above it, the score is the limit's share of the cost. */
export function cost(max: number): Scorer {
  return atMost('cost', max, ({ cost: value }) => value, String);
}

/** The attempt takes at most this many milliseconds. */
export function duration(maxMs: number): Scorer {
  return atMost('duration', maxMs, ({ durationMs }) => durationMs, formatDuration);
}

/** The run uses at most this many tokens, input and output together. */
export function tokens(max: number): Scorer {
  return atMost(
    'tokens',
    max,
    ({ usage }) => usage.inputTokens + usage.outputTokens,
    (count) => formatCount(count),
  );
}

function atMost(
  name: string,
  max: number,
  read: (attempt: Attempt) => number | undefined,
  format: (value: number) => string,
): Scorer {
  return {
    name,
    version: versionOf(name, { max }),
    score(attempt) {
      const value = read(attempt);
      if (value === undefined) throw new Error('The cost of the run is not known: the agent has no price.');
      if (value <= max) return true;
      return {
        score: max / value,
        passed: false,
        reason: `${format(value)}, but the limit is ${format(max)}`,
      };
    },
  };
}
