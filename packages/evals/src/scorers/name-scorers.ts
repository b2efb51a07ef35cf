import { isRecord } from '@toolwright/contract';
import type { AnyScorer, Scorer } from '../define/scorer.js';
import { digestOf } from '../digest.js';

/** A scorer with a name that is unique among those of a case, and a version. */
export interface NamedScorer extends Omit<Scorer<never>, 'version'> {
  readonly version: string;
}

/** Whether a value is a scorer. Cases of files, and of plain JavaScript, may have anything in its place. */
export function isScorer(value: unknown): value is AnyScorer<never> {
  if (typeof value === 'function') return true;
  return isRecord(value) && typeof value.name === 'string' && typeof value.score === 'function';
}

/** Names scorers. A name that is taken gets the first free number: `contains`, `contains 2`. */
export function nameScorers(scorers: readonly AnyScorer<never>[]): readonly NamedScorer[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return scorers.map((given, index) => {
    const scorer: Scorer<never> = typeof given === 'function' ? { name: given.name, score: given } : given;
    const plain = scorer.name.trim() || `scorer ${index + 1}`;
    let count = counts.get(plain) ?? 1;
    let name = plain;
    while (taken.has(name)) name = `${plain} ${++count}`;
    counts.set(plain, count);
    taken.add(name);
    return {
      name,
      version: digestOf(scorer.version ?? String(scorer.score)).slice(0, 12),
      score: scorer.score,
      ...(scorer.secrets && { secrets: scorer.secrets }),
      ...(scorer.prepare && { prepare: scorer.prepare.bind(scorer) }),
    };
  });
}
