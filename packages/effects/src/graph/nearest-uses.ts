import type { CodeGraph, CodeUnit, Fact, Reach, Use } from './code-graph.js';
import { extendWay, startWay, type Way } from './way.js';

/** By unit, the shortest way to a use. Units without a way are absent. */
export type WaysToUse = ReadonlyMap<CodeUnit, Way>;

/** Uses of the same kind: those of one effect, or the unknown ones of one reason. */
function useKey({ effect, reason }: Use): string {
  return reason === undefined ? effect : `${effect}: ${reason}`;
}

/**
 * Finds the shortest ways to each kind of use, from all units at once: a search from the uses backwards, so that the time does not
 * depend on the number of tools.
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

/** The ways of all units to one of the given ones, and to the fact in it. */
export function searchBack(starts: ReadonlyMap<CodeUnit, Fact>, callers: Callers): WaysToUse {
  const found = new Map<CodeUnit, Way>();
  for (const [unit, fact] of starts) found.set(unit, startWay(fact));
  // A loop over a map also visits the entries added during the loop: the nearest units come first.
  for (const [unit, way] of found)
    for (const { from, fact } of callers.get(unit) ?? [])
      if (!found.has(from)) found.set(from, extendWay(fact, way));
  return found;
}

/** Of each unit, the facts that reach it. */
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
