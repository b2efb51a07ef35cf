import type { Fact, Reach } from './code-graph.js';

/** A path to a use, from the first fact to the last. Paths to the same use share their ends. */
export interface Way {
  readonly fact: Fact;
  readonly next: Way | undefined;
  readonly length: number;
  readonly last: Fact;
  /** The part to show at the end of this path, if the path is longer. */
  readonly end: Way | undefined;
}

/** Number of facts to show at each end of a long path: common parts of a deep program would otherwise be printed for each tool. */
const END_LENGTH = 10;

export function startWay(fact: Fact): Way {
  return { fact, next: undefined, length: 1, last: fact, end: undefined };
}

/** Prepends a fact to a path; steps that are not calls in the source are omitted. */
export function extendWay(fact: Reach, next: Way): Way {
  if (fact.silent) return next;
  const length = next.length + 1;
  return { fact, next, length, last: next.last, end: length > END_LENGTH ? (next.end ?? next) : undefined };
}

/** The facts of a path. For a long one, the first and last facts, and the number of those in between. */
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
