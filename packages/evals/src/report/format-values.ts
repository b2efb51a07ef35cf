import { visibleText } from '@toolwright/contract';
import type { Comparison, Difference } from '../compare/comparison.js';
import type { CaseReport, EvalReport, Missing } from './eval-report.js';

/** `96%`; a dash without a value. Only a whole is 100%. */
export function percent(share: number | null): string {
  if (share === null) return '–';
  const rounded = Math.round(share * 100);
  return `${share < 1 ? Math.min(rounded, 99) : rounded}%`;
}

/** `12/15 passed (80%)`, and what else there is. */
export function describeTotals({ totals }: EvalReport): string {
  const { passed, failed, unscored, errors, skipped, cached, passRate } = totals;
  const others = Object.entries({ unscored, 'could not run': errors, skipped, 'from the cache': cached })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `, ${count} ${name}`);
  return `${passed}/${passed + failed} passed (${percent(passRate)})${others.join('')}`;
}

/** `0.80 → 0.92 (+0.12, 95% +0.01 to +0.23): better`. */
export function describeDifference({
  baseline,
  now,
  difference,
  interval,
  confidence,
  verdict,
}: Difference): string {
  if (baseline === null || now === null || difference === null || interval === null)
    return 'nothing to compare';
  const [low, high] = interval.map(signed);
  const level = Number((confidence * 100).toFixed(1));
  return `${baseline.toFixed(2)} → ${now.toFixed(2)} (${signed(difference)}, ${level}%: ${low} to ${high}): ${verdict}`;
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** What the comparison leaves out, a sentence each. */
export function leftOut({
  conclusive,
  added,
  removed,
  changed,
  incomplete,
  scorersLeftOut,
}: Comparison): readonly string[] {
  const lists = {
    New: added,
    Gone: removed,
    Changed: changed,
    'No result now': incomplete,
    'Other scorers': scorersLeftOut,
  };
  const left = Object.entries(lists).flatMap(([what, names]) =>
    names.length === 0 ? [] : [`${what}: ${some(names)}.`],
  );
  return conclusive ? left : ['Fewer than six cases can be compared: too few for a verdict.', ...left];
}

/** Where something is missing: `cases.jsonl:12, refund #2, contains`. */
export function placeOf({ place, caseId, repetition, scorer }: Missing): string {
  const id =
    caseId === undefined ? undefined : `${caseId}${repetition === undefined ? '' : ` #${repetition}`}`;
  return [place, id, scorer].filter((part) => part !== undefined).join(', ');
}

/** Why an attempt failed: the reasons of its scorers. */
export function reasonsOf({ scores, error }: CaseReport['attempts'][number]): readonly string[] {
  const reasons = Object.entries(scores).flatMap(([name, score]) => {
    if ('error' in score) return [`${name}: no score: ${score.error}`];
    return score.passed ? [] : [`${name}: ${score.reason ?? `score ${score.score.toFixed(2)}`}`];
  });
  return error === undefined ? reasons : [error, ...reasons];
}

/** The lines of a text of others, without invisible characters. A mark keeps all but the first from looking like lines of the report. */
export function markedLines(text: string): readonly string[] {
  return visibleText(text)
    .split('\n')
    .map((line, index) => (index === 0 ? line : `⏎ ${line}`));
}

/** Judges whose calibration the reader should know. */
export function calibrations({ scorers }: EvalReport): readonly string[] {
  return scorers.flatMap(({ name, calibration }) => {
    if (calibration === undefined) return [];
    const { examples, agreement, kappa, calibrated } = calibration;
    const mark = calibrated ? '' : ', not calibrated';
    return [
      examples === 0
        ? `${name}: not calibrated, it has no examples`
        : `${name}: agrees with ${percent(agreement)} of ${examples} examples, kappa ${kappa.toFixed(2)}${mark}`,
    ];
  });
}

const MAX_NAMES = 20;

function some(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${rest} more` : names.join(', ');
}
