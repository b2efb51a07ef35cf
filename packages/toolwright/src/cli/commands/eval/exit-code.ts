import type { EvalReport } from '@toolwright/evals';

/** The scorers that no comparison excuses. */
const GATE = /^gate\./;

/**
 * Returns the exit code of complete reports. A baseline excuses a failed attempt only if its case can be compared with it, and never a failed gate.
 * @param failUnder the share that must pass, which then decides about attempts
 */
export function exitCodeOf(reports: readonly EvalReport[], failUnder: number | undefined): 0 | 1 {
  return reports.some((report) => isBad(report, failUnder)) ? 1 : 0;
}

function isBad({ totals, cases, comparison }: EvalReport, failUnder: number | undefined): boolean {
  const differences = comparison === undefined ? [] : [comparison.total, ...comparison.scorers];
  if (differences.some(({ verdict }) => verdict === 'worse')) return true;
  if (failUnder !== undefined) return (totals.passRate ?? 0) < failUnder;
  // Too few cases to be worse beyond chance must not pass for that.
  if (comparison?.conclusive !== true) return totals.failed > 0;
  const unpaired = new Set([...comparison.added, ...comparison.changed, ...comparison.incomplete]);
  return cases.some(({ id, attempts }) =>
    attempts.some(
      ({ status, scores }) =>
        status === 'failed' &&
        (unpaired.has(id) ||
          Object.entries(scores).some(
            ([name, score]) => GATE.test(name) && 'passed' in score && !score.passed,
          )),
    ),
  );
}
