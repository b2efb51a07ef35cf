import { type RunResult, ToolwrightError } from '@toolwright/contract';
import {
  type ArgumentsOf,
  checkCalls,
  type Expectation,
  type ExpectedCall,
  fitsCall,
  type NameOf,
  type PartOf,
  type ToolsOfSource,
  toMadeCall,
  toWantedCall,
} from '@toolwright/testing';
import type { Scorer } from '../define/scorer.js';
import { countPairs } from './count-pairs.js';
import { versionOf } from './text-scorers.js';

type Expected<Source> = ExpectedCall<ToolsOfSource<Source>>;
type Given = string | readonly [string, unknown];

/**
 * Scorers of the tool calls of a run. Expected arguments are a part of the call's, except for `exactly`.
 * `calls.exactly<typeof registry>(…)` lets the compiler check names and arguments.
 */
export const calls = {
  /** These calls in this order, and no others. */
  exactly: <Source = unknown>(...wanted: readonly Expected<Source>[]): Scorer =>
    trajectory('exactly', wanted),
  /** These calls in this order. There may be others between them. */
  inOrder: <Source = unknown>(...wanted: readonly Expected<Source>[]): Scorer =>
    trajectory('in-order', wanted),
  /** These calls in any order, each as often as it is listed. There may be others. */
  anyOrder: <Source = unknown>(...wanted: readonly Expected<Source>[]): Scorer =>
    share('calls.anyOrder', wanted, 1, ({ pairs, wanted: count }) => [
      pairs,
      count,
      'expected calls were made',
    ]),
  /** At least one call of the tool with these arguments. */
  contains: <Source = unknown, Name extends NameOf<ToolsOfSource<Source>> = NameOf<ToolsOfSource<Source>>>(
    name: Name,
    args?: PartOf<ArgumentsOf<ToolsOfSource<Source>[Name]>>,
  ): Scorer => trajectory('contain', [[name, args]]),
  /** No call of the tool with these arguments; without a name, no calls at all. */
  none: <Source = unknown, Name extends NameOf<ToolsOfSource<Source>> = NameOf<ToolsOfSource<Source>>>(
    name?: Name,
    args?: PartOf<ArgumentsOf<ToolsOfSource<Source>[Name]>>,
  ): Scorer => trajectory('none', name === undefined ? [] : [[name, args]]),
  /** The share of the calls made that were expected. Passes at `min`. */
  precision: <Source = unknown>(wanted: readonly Expected<Source>[], min = 1): Scorer =>
    share('calls.precision', wanted, min, ({ pairs, made }) => [pairs, made, 'calls were expected']),
  /** The share of the expected calls that were made. Passes at `min`. */
  recall: <Source = unknown>(wanted: readonly Expected<Source>[], min = 1): Scorer =>
    share('calls.recall', wanted, min, ({ pairs, wanted: count }) => [
      pairs,
      count,
      'expected calls were made',
    ]),
};

const NAMES = { exactly: 'exactly', 'in-order': 'inOrder', contain: 'contains', none: 'none' } as const;

function trajectory(kind: Expectation['kind'], given: readonly Given[]): Scorer {
  const name = `calls.${NAMES[kind]}`;
  const wanted = given.map(toWantedCall);
  // `exactly` and `none` without calls expect none.
  if (kind === 'in-order') requireCalls(name, wanted);
  return {
    name,
    version: versionOf(name, wanted),
    score({ result }) {
      // `contain` has one call, as its only caller passes.
      const { passes, message } = checkCalls(madeCalls(result), { kind, calls: wanted } as Expectation);
      return { score: passes ? 1 : 0, passed: passes, ...(!passes && { reason: message }) };
    },
  };
}

type Share = (counts: {
  readonly pairs: number;
  readonly made: number;
  readonly wanted: number;
}) => readonly [part: number, whole: number, what: string];

function share(name: string, given: readonly Given[], min: number, shareOf: Share): Scorer {
  const wanted = given.map(toWantedCall);
  requireCalls(name, wanted);
  return {
    name,
    version: versionOf(name, { wanted, min }),
    score({ result }) {
      const made = madeCalls(result);
      const pairs = countPairs(wanted, made, fitsCall);
      const [part, whole, what] = shareOf({ pairs, made: made.length, wanted: wanted.length });
      // Of no calls, all are as expected.
      const score = whole === 0 ? 1 : part / whole;
      const passed = score >= min;
      const list = made.map((call) => call.name).join(', ') || 'none';
      return { score, passed, ...(!passed && { reason: `${part} of ${whole} ${what}; made: ${list}` }) };
    },
  };
}

/** @throws ToolwrightError `INVALID_CONFIG` for a scorer that every run would pass */
function requireCalls(name: string, wanted: readonly unknown[]): void {
  if (wanted.length > 0) return;
  throw new ToolwrightError('INVALID_CONFIG', `${name} needs at least one call.`, {
    blame: 'developer',
    hint: 'To expect no calls, use calls.none() or calls.exactly().',
  });
}

function madeCalls({ toolCalls }: RunResult) {
  return toolCalls.map(toMadeCall);
}
