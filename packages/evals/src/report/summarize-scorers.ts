import type { LoadedCase } from '../dataset/load-cases.js';
import type { Prepared } from '../run/score-attempt.js';
import type { AttemptReport, ScorerSummary } from './eval-report.js';

interface Sums {
  version: string;
  scores: number;
  passed: number;
  sum: number;
  errors: number;
}

/** Summarizes each scorer over all attempts. A name that has several versions, in different cases, has them all in its version. */
export function summarizeScorers(
  cases: readonly LoadedCase[],
  attempts: readonly AttemptReport[],
  prepared: ReadonlyMap<string, Prepared>,
): readonly ScorerSummary[] {
  const versions = versionsOf(cases);
  const all = new Map<string, Sums>();
  for (const [name, known] of versions) {
    all.set(name, { version: [...known].sort().join('+'), scores: 0, passed: 0, sum: 0, errors: 0 });
  }
  for (const { scores } of attempts) {
    for (const [name, score] of Object.entries(scores)) {
      const sums = all.get(name);
      if (sums === undefined) continue;
      if ('error' in score) sums.errors++;
      else {
        sums.scores++;
        sums.sum += score.score;
        if (score.passed) sums.passed++;
      }
    }
  }
  return [...all].map(([name, { version, scores, passed, sum, errors }]) => {
    const calibration = prepared.get(version)?.calibration;
    return {
      ...{ name, version, scores, errors },
      mean: scores === 0 ? null : sum / scores,
      passRate: scores === 0 ? null : passed / scores,
      ...(calibration !== undefined && { calibration }),
    };
  });
}

function versionsOf(cases: readonly LoadedCase[]): ReadonlyMap<string, ReadonlySet<string>> {
  const versions = new Map<string, Set<string>>();
  for (const { name, version } of cases.flatMap(({ scorers }) => scorers)) {
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  return versions;
}
