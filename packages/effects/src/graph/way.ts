import type { Fact, Reach } from './code-graph.js';

/** A path to a use, from the first fact to the last. Paths to the same use share their final parts. */
export interface Way {
  readonly fact: Fact;
  readonly next: Way | undefined;
  readonly length: number;
  readonly last: Fact;
  /** The final part to show if the path is too long to show in full. */
  readonly end: Way | undefined;
}

/** The number of facts to show at each end of a long path. Otherwise, shared parts of a deep program would be printed for each tool. */
const END_LENGTH = 10;

export function startWay(fact: Fact): Way {
  return { fact, next: undefined, length: 1, last: fact, end: undefined };
}

/** Prepends a fact to a path. Steps that are not calls in the source are omitted. */
export function extendWay(fact: Reach, next: Way): Way {
  if (fact.silent) return next;
  const length = next.length + 1;
  return { fact, next, length, last: next.last, end: length > END_LENGTH ? (next.end ?? next) : undefined };
}

/** Returns the facts of a path. For a long path, returns its first and last facts, and the number of omitted facts between them. */
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
