import { compareText } from '@toolwright/program';
import { isLibraryFile } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Fact } from '../graph/code-graph.js';

/**
 * Sorts the facts of a unit by position. The compiler's order of union members depends on earlier queries, which must not determine which
 * of two paths of equal length is chosen.
 */
export function inSourceOrder(facts: readonly Fact[]): readonly Fact[] {
  return facts.length < 2 ? facts : [...facts].sort(compareFacts);
}

/**
 * Returns the declarations of a symbol, sorted by position. For a member of a union, the compiler would list them in the order of the
 * union.
 */
export function declarationsInOrder(symbol: ts.Symbol | undefined): readonly ts.Declaration[] {
  const all = [...new Set(symbol?.declarations)];
  return all.length < 2 ? all : all.sort(comparePlaces);
}

function compareFacts(a: Fact, b: Fact): number {
  return (
    comparePlaces(a.at, b.at) ||
    compareText(a.kind, b.kind) ||
    (a.kind === 'reach' && b.kind === 'reach'
      ? comparePlaces(a.to, b.to) ||
        Number(a.silent) - Number(b.silent) ||
        compareText(a.guess ?? '', b.guess ?? '')
      : 0) ||
    (a.kind === 'use' && b.kind === 'use'
      ? compareText(a.effect, b.effect) || compareText(a.reason ?? '', b.reason ?? '')
      : 0)
  );
}

/** Sorts the standard library first, and outer nodes before inner nodes. */
function comparePlaces(a: ts.Node, b: ts.Node): number {
  const [one, other] = [a.getSourceFile(), b.getSourceFile()];
  if (one !== other)
    return (
      Number(isLibraryFile(other.fileName)) - Number(isLibraryFile(one.fileName)) ||
      compareText(one.fileName, other.fileName)
    );
  return a.pos - b.pos || b.end - a.end || a.kind - b.kind;
}
