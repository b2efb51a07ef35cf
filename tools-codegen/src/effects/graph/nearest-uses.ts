import type { CodeGraph, CodeUnit, Fact, Use } from './code-graph.js';

/** By unit, the first fact on the shortest way to a use. Units without a way are absent. */
export type WaysToUse = ReadonlyMap<CodeUnit, Fact>;

/** Uses of the same kind: those of one effect, or the unknown ones of one reason. */
function useKey({ effect, reason }: Use): string {
  return reason === undefined ? effect : `${effect}: ${reason}`;
}

/**
 * Finds the shortest ways to each kind of use, from all units at once: a search from the uses backwards, so that the time does not
 * depend on the number of tools.
 */
export function findWays(graph: CodeGraph, callers: Callers): ReadonlyMap<string, WaysToUse> {
  const ways = new Map<string, Map<CodeUnit, Fact>>();
  for (const [unit, facts] of graph) {
    for (const fact of facts) {
      if (fact.kind === 'reach') continue;
      const key = useKey(fact);
      const starts = ways.get(key) ?? new Map<CodeUnit, Fact>();
      ways.set(key, starts);
      if (!starts.has(unit)) starts.set(unit, fact);
    }
  }
  for (const found of ways.values()) searchBack(found, callers);
  return ways;
}

/** Adds all units with a way to one of the given ones. */
export function searchBack(found: Map<CodeUnit, Fact>, callers: Callers): WaysToUse {
  // A loop over a map also visits the entries added during the loop: the nearest units come first.
  for (const [unit] of found)
    for (const { from, fact } of callers.get(unit) ?? []) if (!found.has(from)) found.set(from, fact);
  return found;
}

/** Of each unit, the facts that reach it. */
export type Callers = ReadonlyMap<CodeUnit, readonly Caller[]>;

interface Caller {
  readonly from: CodeUnit;
  readonly fact: Fact;
}

export function findCallers(graph: CodeGraph): Callers {
  const callers = new Map<CodeUnit, Caller[]>();
  for (const [from, facts] of graph) {
    for (const fact of facts) {
      if (fact.kind === 'use') continue;
      const known = callers.get(fact.to);
      if (known === undefined) callers.set(fact.to, [{ from, fact }]);
      else known.push({ from, fact });
    }
  }
  return callers;
}

/** The facts on the way from a unit to a use, which is the last one. */
export function followWay(ways: WaysToUse, from: CodeUnit): Fact[] {
  const path: Fact[] = [];
  for (let fact = ways.get(from); fact !== undefined; ) {
    path.push(fact);
    fact = fact.kind === 'reach' ? ways.get(fact.to) : undefined;
  }
  return path;
}
