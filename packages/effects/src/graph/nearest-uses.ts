import type { CodeGraph, CodeUnit, Fact, Reach, Use } from './code-graph.js';
import { extendWay, startWay, type Way } from './way.js';

/** The shortest path to a use for each unit. Units without a path are absent. */
export type WaysToUse = ReadonlyMap<CodeUnit, Way>;

/** Returns a key for uses of the same kind: of the same effect, or unknown with the same reason. */
function useKey({ effect, reason }: Use): string {
  return reason === undefined ? effect : `${effect}: ${reason}`;
}

/**
 * Finds the shortest paths from all units to each kind of use at once. It searches backwards from the uses, so the time does not depend on
 * the number of tools.
 */
export function findWays(graph: CodeGraph, callers: Callers): ReadonlyMap<string, WaysToUse> {
  const uses = new Map<string, Map<CodeUnit, Fact>>();
  for (const [unit, facts] of graph) {
    for (const fact of facts) {
      if (fact.kind === 'reach') continue;
      const key = useKey(fact);
      const starts = uses.get(key) ?? new Map<CodeUnit, Fact>();
      uses.set(key, starts);
      if (!starts.has(unit)) starts.set(unit, fact);
    }
  }
  return new Map([...uses].map(([key, starts]) => [key, searchBack(starts, callers)]));
}

/** Returns the shortest paths from all units to the nearest of the given units, each ending with that unit's fact. */
export function searchBack(starts: ReadonlyMap<CodeUnit, Fact>, callers: Callers): WaysToUse {
  const found = new Map<CodeUnit, Way>();
  for (const [unit, fact] of starts) found.set(unit, startWay(fact));
  // A loop over a map also visits entries added during the loop, so the nearest units come first.
  for (const [unit, way] of found)
    for (const { from, fact } of callers.get(unit) ?? [])
      if (!found.has(from)) found.set(from, extendWay(fact, way));
  return found;
}

/** For each unit, the facts that reach it. */
export type Callers = ReadonlyMap<CodeUnit, readonly Caller[]>;

interface Caller {
  readonly from: CodeUnit;
  readonly fact: Reach;
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
