import { formatCount, shortenText } from '@toolwright/contract';
import { type Difference, show } from './compare-values.js';
import { describeCall, differenceOf, type MadeCall, type WantedCall } from './expected-call.js';

/** What is expected of the calls of a run. */
export type Expectation =
  | { readonly kind: 'contain'; readonly calls: readonly [WantedCall] }
  | { readonly kind: 'in-order' | 'exactly'; readonly calls: readonly WantedCall[] }
  /** Without a call: no calls at all. */
  | { readonly kind: 'none'; readonly calls: readonly WantedCall[] };

/** The result of a check; `message` says what was expected, and shows the calls beside it, also if the check passes. */
export interface Verdict {
  readonly passes: boolean;
  readonly message: string;
}

/** Checks the calls of a run in linear time, but for `exactly` and `in-order`, which compare each call with one expected call only. */
export function checkCalls(made: readonly MadeCall[], expectation: Expectation): Verdict {
  const notes = new Map<number, string>();
  const problem = PROBLEMS[expectation.kind](made, expectation.calls, notes);
  const lines = made.map((call, index) => `  ${index + 1}. ${describeMade(call)}${notes.get(index) ?? ''}`);
  const count = made.length === 0 ? 'no calls' : formatCount(made.length, 'call');
  const title = `Expected ${describe(expectation)}${problem === undefined ? '' : `: ${problem}`}.`;
  return {
    passes: problem === undefined,
    message: [title, `The run made ${count}${made.length === 0 ? '.' : ':'}`, ...lines].join('\n'),
  };
}

type FindProblem = (
  made: readonly MadeCall[],
  wanted: readonly WantedCall[],
  notes: Map<number, string>,
) => string | undefined;

const PROBLEMS: Readonly<Record<Expectation['kind'], FindProblem>> = {
  contain(made, [wanted], notes) {
    if (wanted === undefined) return undefined;
    for (const [index, call] of made.entries()) {
      const difference = differenceOf(wanted, call, 'part');
      if (difference === undefined) return undefined;
      note(notes, index, difference);
    }
    return notes.size > 0 ? 'its arguments differ' : 'there is none';
  },
  'in-order'(made, wanted, notes) {
    let next = 0;
    for (const [index, call] of made.entries()) {
      const expected = wanted[next];
      if (expected === undefined) break;
      const difference = differenceOf(expected, call, 'part');
      if (difference === undefined) {
        notes.set(index, `   ✓ expected ${next + 1}`);
        next++;
      } else note(notes, index, difference);
    }
    const missing = wanted[next];
    return (
      missing && `${describeCall(missing)} is missing after ${next === 0 ? 'the start' : `expected ${next}`}`
    );
  },
  exactly(made, wanted, notes) {
    let problem: string | undefined;
    for (let index = 0; index < Math.max(made.length, wanted.length); index++) {
      const [call, expected] = [made[index], wanted[index]];
      if (call === undefined) return problem ?? `call ${index + 1}, ${describe1(expected)}, is missing`;
      if (expected === undefined) {
        notes.set(index, '   ✕ not expected');
        problem ??= `call ${index + 1} was not expected`;
        continue;
      }
      const difference = differenceOf(expected, call, 'whole');
      if (difference === undefined) continue;
      problem ??= `call ${index + 1} is another one`;
      if (difference === true) notes.set(index, `   ✕ expected ${describeCall(expected)}`);
      else note(notes, index, difference);
    }
    return problem;
  },
  none(made, [unwanted], notes) {
    for (const [index, call] of made.entries()) {
      const isMeant = unwanted === undefined || differenceOf(unwanted, call, 'unwanted') === undefined;
      if (isMeant) notes.set(index, '   ✕ not expected');
    }
    return notes.size > 0 ? `there ${notes.size === 1 ? 'is one' : `are ${notes.size}`}` : undefined;
  },
};

function describe({ kind, calls }: Expectation): string {
  const list = calls.map(describeCall).join(', then ');
  switch (kind) {
    case 'contain':
      return `a call of ${list}`;
    case 'in-order':
      return `the calls in this order: ${list}`;
    case 'exactly':
      return calls.length === 0 ? 'no calls' : `exactly the calls ${list}`;
    case 'none':
      return calls.length === 0 ? 'no calls' : `no call of ${list}`;
    default:
      return kind satisfies never;
  }
}

const describe1 = (call: WantedCall | undefined): string => (call === undefined ? '' : describeCall(call));

function note(notes: Map<number, string>, index: number, difference: Difference | true): void {
  if (difference === true) return;
  const { path, expected, got } = difference;
  notes.set(index, `   ✕ ${path || 'arguments'}: ${got} instead of ${expected}`);
}

const MAX_RESULT = 80;

function describeMade({ record, ...call }: MadeCall): string {
  const { outcome, denied } = record;
  const result = denied
    ? 'denied'
    : outcome.error === null
      ? show(outcome.result)
      : `error: ${outcome.error}`;
  return `${describeCall(call)} → ${shortenText(result, MAX_RESULT)}`;
}
