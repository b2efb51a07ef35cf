import type { ts } from 'ts-morph';
import type { Effect } from '../effect.js';

/**
 * A piece of code that runs as a whole, identified by its node: a function, a class construction, a module load. The node of a variable, a
 * parameter, a member or any other expression stands for the functions stored in it.
 */
export type CodeUnit = ts.Node;

/** A place with an effect of its own. */
export interface Use {
  readonly kind: 'use';
  readonly effect: Effect;
  /** For `unknown`: why the code cannot be followed. */
  readonly reason: string | undefined;
  readonly at: ts.Node;
}

/** A place from which another unit is reached. */
export interface Reach {
  readonly kind: 'reach';
  readonly to: CodeUnit;
  readonly at: ts.Node;
  /** Whether the step is not a call in the source and is omitted from paths. */
  readonly silent: boolean;
  /** Present if the code may only possibly be reached, because any object of the program could be used there. The reason. */
  readonly guess?: string | undefined;
}

export type Fact = Use | Reach;

/** The facts of each unit, in the order in which the units were found. */
export type CodeGraph = ReadonlyMap<CodeUnit, readonly Fact[]>;

/** Reads each unit that is reachable from the roots once. */
export function buildGraph(
  roots: Iterable<CodeUnit>,
  read: (unit: CodeUnit) => readonly Fact[],
): Map<CodeUnit, readonly Fact[]> {
  const graph = new Map<CodeUnit, readonly Fact[]>();
  const met = new Set(roots);
  // A loop over a set also visits the elements added during the loop.
  for (const unit of met) {
    const facts = read(unit);
    graph.set(unit, facts);
    for (const fact of facts) if (fact.kind === 'reach') met.add(fact.to);
  }
  return graph;
}
