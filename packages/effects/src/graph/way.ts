import type { Fact, Reach } from './code-graph.js';

/** A way to a use, from the first fact to the last. Ways to one use share their ends. */
export interface Way {
  readonly fact: Fact;
  readonly next: Way | undefined;
  /** The number of facts. */
  readonly length: number;
  /** The last fact. */
  readonly last: Fact;
  /** What is shown at the end of this way, if the way has more than that. */
  readonly end: Way | undefined;
}

/** Facts that are shown at each end of a long way: what tools share in a deep program would else be printed for each of them. */
const END_LENGTH = 10;

export function startWay(fact: Fact): Way {
  return { fact, next: undefined, length: 1, last: fact, end: undefined };
}

/** The way with a fact before it; steps that are no calls in the source are left out. */
export function extendWay(fact: Reach, next: Way): Way {
  if (fact.silent) return next;
  const length = next.length + 1;
  return { fact, next, length, last: next.last, end: length > END_LENGTH ? (next.end ?? next) : undefined };
}

/** The facts of a way. Of a long one the first and the last, and the number of those between them. */
export function shownFacts(way: Way): { readonly facts: readonly Fact[]; readonly omitted: number } {
  const omitted = Math.max(0, way.length - 2 * END_LENGTH);
  if (omitted === 0) return { facts: take(way, way.length), omitted };
  return { facts: [...take(way, END_LENGTH), ...take(way.end, END_LENGTH)], omitted };
}

function take(way: Way | undefined, count: number): Fact[] {
  const facts: Fact[] = [];
  for (let one = way; one !== undefined && facts.length < count; one = one.next) facts.push(one.fact);
  return facts;
}
