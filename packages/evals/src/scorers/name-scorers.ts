import type { AnyScorer, Scorer } from '../define/scorer.js';
import { digestOf } from '../digest.js';

/** A scorer with a name that is unique among those of a case, and a version. */
export interface NamedScorer extends Omit<Scorer<never>, 'version'> {
  readonly version: string;
  /** The scorer as it was given, which several cases may share. */
  readonly given: AnyScorer<never>;
}

/** Names scorers. Equal names get a number: `contains`, `contains 2`. */
export function nameScorers(scorers: readonly AnyScorer<never>[]): readonly NamedScorer[] {
  const names = new Map<string, number>();
  return scorers.map((given, index) => {
    const scorer: Scorer<never> = typeof given === 'function' ? { name: given.name, score: given } : given;
    const name = scorer.name.trim() || `scorer ${index + 1}`;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return {
      name: count === 1 ? name : `${name} ${count}`,
      version: digestOf(scorer.version ?? String(scorer.score)).slice(0, 12),
      score: scorer.score,
      given,
      ...(scorer.prepare && { prepare: scorer.prepare.bind(scorer) }),
    };
  });
}
