import type { ts } from 'ts-morph';
import type { Effect } from '../effect.js';

/**
 * Code that runs as a whole, identified by its node: a function, the construction of a class, or the loading of a module. The node of a
 * variable, a parameter, a member or any other expression represents the functions stored in it.
 */
export type CodeUnit = ts.Node;

/** Code that has an effect itself. */
export interface Use {
  readonly kind: 'use';
  readonly effect: Effect;
  /** Only for `unknown`: why the code cannot be analysed. */
  readonly reason: string | undefined;
  readonly at: ts.Node;
}

/** Code from which another unit is reached. */
export interface Reach {
  readonly kind: 'reach';
  readonly to: CodeUnit;
  readonly at: ts.Node;
  /** Whether the step is not a call in the source, and is therefore omitted from paths. */
  readonly silent: boolean;
  /** The reason why the code is only possibly reached: any object of the program could be used there. Absent if it is certainly reached. */
  readonly guess?: string | undefined;
}

export type Fact = Use | Reach;

/** The facts about each unit, in the order in which the units were found. */
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
