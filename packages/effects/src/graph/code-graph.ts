import type { ts } from 'ts-morph';
import type { Effect } from '../effect.js';

/**
 * A piece of code that runs as a whole, by its node: a function, a class that is constructed, a module that is loaded. The node of a
 * variable, a parameter, a member or any other expression stands for the functions that are stored there.
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
  /** The step is no call in the source, so paths leave it out. */
  readonly silent: boolean;
  /** Present where the code only may be reached: any object of the program could stand there. Says why. */
  readonly guess?: string | undefined;
}

export type Fact = Use | Reach;

/** The facts of each unit, by unit, in the order in which the units were met. */
export type CodeGraph = ReadonlyMap<CodeUnit, readonly Fact[]>;

/** Reads each unit that can be reached from the roots once. */
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
