import type { LoadedCase } from '../dataset/load-cases.js';
import type { Calibration } from '../define/scorer.js';
import type { Prepared } from '../run/score-attempt.js';
import type { AttemptReport, ScorerSummary } from './eval-report.js';

interface Sums {
  version: string;
  scores: number;
  passed: number;
  sum: number;
  errors: number;
  readonly calibration?: Calibration;
}

/** The version of scorers of cases. Theirs are in the digests of the cases. */
const BY_CASE = 'by case';

/** Summarizes each scorer over all attempts. */
export function summarizeScorers(
  cases: readonly LoadedCase[],
  attempts: readonly AttemptReport[],
  prepared: ReadonlyMap<string, Prepared>,
): readonly ScorerSummary[] {
  const all = new Map<string, Sums>();
  for (const { scorers, own } of cases) {
    for (const scorer of scorers) {
      const version = own.includes(scorer) ? BY_CASE : scorer.version;
      const calibration = prepared.get(scorer.version)?.calibration;
      const sums = all.get(scorer.name) ?? { version, scores: 0, passed: 0, sum: 0, errors: 0 };
      all.set(scorer.name, { ...sums, ...(calibration !== undefined && { calibration }) });
    }
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
  return [...all].map(([name, { version, scores, passed, sum, errors, calibration }]) => ({
    ...{ name, version, scores, errors },
    mean: scores === 0 ? null : sum / scores,
    passRate: scores === 0 ? null : passed / scores,
    ...(calibration !== undefined && { calibration }),
  }));
}
