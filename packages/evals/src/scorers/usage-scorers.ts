import { formatCount, formatDuration } from '@toolwright/contract';
import type { Attempt, Scorer } from '../define/scorer.js';
import { versionOf } from './text-scorers.js';

/** The run costs at most this much, in the unit of the agent's `price`. Above it, the score is the limit's share of the cost. Missing if the cost is unknown. */
export function cost(max: number): Scorer {
  return atMost('cost', max, readCost, String);
}

/** The attempt takes at most this many milliseconds. */
export function duration(maxMs: number): Scorer {
  return atMost('duration', maxMs, ({ durationMs }) => durationMs, formatDuration);
}

/** The run uses at most this many tokens, input and output together. Missing if the model reports none. */
export function tokens(max: number): Scorer {
  return atMost('tokens', max, readTokens, (count) => formatCount(count));
}

/** @throws Error if there is no price, or nothing that it was multiplied with */
function readCost(attempt: Attempt): number {
  if (attempt.cost === undefined)
    throw new Error('The cost of the run is not known: the agent has no price.');
  if (attempt.cost === 0) readTokens(attempt);
  return attempt.cost;
}

/** @throws Error if the model, or the function of an `observedAgent`, reports no usage: no run needs no tokens */
function readTokens({ usage }: Attempt): number {
  const count = usage.inputTokens + usage.outputTokens;
  if (count > 0) return count;
  throw new Error('The usage of the run is not known: it reports no tokens.');
}

function atMost(
  name: string,
  max: number,
  read: (attempt: Attempt) => number,
  format: (value: number) => string,
): Scorer {
  return {
    name,
    version: versionOf(name, { max }),
    score(attempt) {
      const value = read(attempt);
      if (value <= max) return true;
      return {
        score: max / value,
        passed: false,
        reason: `${format(value)}, but the limit is ${format(max)}`,
      };
    },
  };
}
