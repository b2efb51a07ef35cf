import type { CodeGraph, CodeUnit, Fact } from './code-graph.js';
import { findCallers, searchBack } from './nearest-uses.js';

/**
 * Resolves guesses. A guess that leads to code with an effect becomes an unknown effect at the location of the guess; all other guesses are
 * removed. A guess alone therefore never gives a tool a specific effect.
 */
export function settleGuesses(graph: CodeGraph): CodeGraph {
  const guesses = [...graph.values()].some((facts) => facts.some(isGuess));
  if (!guesses) return graph;
  const uses = new Map<CodeUnit, Fact>();
  for (const [unit, facts] of graph) {
    const use = facts.find(({ kind }) => kind === 'use');
    if (use !== undefined) uses.set(unit, use);
  }
  const effective = searchBack(uses, findCallers(graph));
  const settled = new Map<CodeUnit, readonly Fact[]>();
  for (const [unit, facts] of graph)
    settled.set(unit, facts.some(isGuess) ? facts.flatMap((fact) => settle(fact, effective)) : facts);
  return settled;
}

function isGuess(fact: Fact): boolean {
  return fact.kind === 'reach' && fact.guess !== undefined;
}

function settle(fact: Fact, effective: ReadonlyMap<CodeUnit, unknown>): readonly Fact[] {
  if (fact.kind === 'use' || fact.guess === undefined) return [fact];
  if (!effective.has(fact.to)) return [];
  return [{ kind: 'use', effect: 'unknown', reason: fact.guess, at: fact.at }];
}
