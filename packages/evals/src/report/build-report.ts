import { contentText, shortenText, type Usage } from '@toolwright/contract';
import { type Baseline, compareWithBaseline } from '../compare/baseline.js';
import type { LoadedCase } from '../dataset/load-cases.js';
import type { Eval } from '../define/define-eval.js';
import type { EvalRecord } from '../records/eval-record.js';
import type { EvalPlan } from '../run/plan-eval.js';
import type { Prepared } from '../run/score-attempt.js';
import { addUsage, NO_USAGE } from '../run/to-record.js';
import type {
  AttemptReport,
  CaseReport,
  EvalReport,
  EvalTotals,
  Missing,
  TagSummary,
} from './eval-report.js';
import { passAtK } from './pass-at-k.js';
import { summarizeScorers } from './summarize-scorers.js';

/** What a report is made of. */
export interface ReportParts {
  readonly definition: Eval;
  readonly plan: EvalPlan;
  /** By key. */
  readonly records: ReadonlyMap<string, EvalRecord>;
  readonly calibrations: ReadonlyMap<string, Prepared>;
  readonly startedAt: string;
  /** Masks secrets; records are masked already. */
  readonly redact: (text: string) => string;
  readonly model?: string | undefined;
  readonly notes: readonly string[];
  readonly baseline?: Baseline | undefined;
}

/** Builds the report. Equal records give equal reports. */
export function buildReport(parts: ReportParts): EvalReport {
  const { definition, plan, records, calibrations, startedAt, model, baseline } = parts;
  const { digest, repetitions } = plan;
  const recordsOf = new Map<LoadedCase, EvalRecord[]>(plan.cases.map((loaded) => [loaded, []]));
  for (const { loaded, key } of plan.attempts)
    recordsOf.get(loaded)?.push(...[records.get(key) ?? []].flat());
  const cases = [...recordsOf].map(([loaded, own]) => reportCase(loaded, own, parts.redact));
  const attempts = cases.flatMap((one) => one.attempts);
  const report: EvalReport = {
    ...{ version: 1, eval: definition.name, digest, startedAt },
    ...(model !== undefined && { model }),
    repetitions,
    totals: totalsOf(cases, attempts, [...records.values()]),
    passAtK: Array.from({ length: repetitions }, (_, index) => averagePassAtK(cases, index + 1)),
    scorers: summarizeScorers(plan.cases, attempts, calibrations),
    tags: tagsOf(cases),
    cases,
    missing: [
      ...plan.missing.map((one) => ({ ...one, reason: parts.redact(one.reason) })),
      ...cases.flatMap(missingOf),
    ],
    notes: [...plan.notes, ...parts.notes].map(parts.redact),
  };
  return baseline === undefined ? report : { ...report, comparison: compareWithBaseline(report, baseline) };
}

const MAX_INPUT = 300;
const MAX_ANSWER = 2_000;

function reportCase(
  { data, digest }: LoadedCase,
  records: readonly EvalRecord[],
  redact: ReportParts['redact'],
): CaseReport {
  const attempts = records.map(reportAttempt);
  const { input } = data;
  // The content of a message, or the input of an agent of another kind.
  const text =
    typeof input === 'string' ? input : Array.isArray(input) ? contentText(input) : JSON.stringify(input);
  return {
    ...{ id: data.id, digest, tags: data.tags ?? [], input: shortenText(redact(text ?? ''), MAX_INPUT) },
    passRate: rateOf(attempts),
    scores: meansOf(records),
    attempts,
  };
}

function reportAttempt({ repetition, status, scores, run, error, cached }: EvalRecord): AttemptReport {
  return {
    repetition,
    status: status === 'scored' ? judged(scores) : status,
    ...(run !== undefined && {
      ...{ runId: run.runId, answer: shortenText(run.finalResponse, MAX_ANSWER), durationMs: run.durationMs },
      tokens: run.usage.inputTokens + run.usage.outputTokens,
      ...(run.cost !== undefined && { cost: run.cost }),
    }),
    scores,
    ...(error !== undefined && { error }),
    ...(cached && { cached }),
  };
}

function judged(scores: EvalRecord['scores']): 'passed' | 'failed' | 'unscored' {
  const all = Object.values(scores);
  if (all.some((score) => 'passed' in score && !score.passed)) return 'failed';
  return all.every((score) => 'passed' in score) ? 'passed' : 'unscored';
}

function rateOf(attempts: readonly Pick<AttemptReport, 'status'>[]): number | null {
  const passed = count(attempts, 'passed');
  const all = passed + count(attempts, 'failed');
  return all === 0 ? null : passed / all;
}

function count(attempts: readonly Pick<AttemptReport, 'status'>[], status: AttemptReport['status']): number {
  return attempts.filter((attempt) => attempt.status === status).length;
}

function meansOf(records: readonly EvalRecord[]): Readonly<Record<string, number>> {
  const all = new Map<string, number[]>();
  for (const { scores } of records)
    for (const [name, score] of Object.entries(scores))
      if ('passed' in score) all.set(name, [...(all.get(name) ?? []), score.score]);
  return Object.fromEntries([...all].map(([name, values]) => [name, mean(values)]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function totalsOf(
  cases: readonly CaseReport[],
  attempts: readonly AttemptReport[],
  records: readonly EvalRecord[],
): EvalTotals {
  const runs = records.flatMap(({ run }) => run ?? []);
  const judging = records.flatMap((record) => record.judging ?? []);
  const costs = [...runs, ...judging].map(({ cost }) => cost);
  const usage: Usage = [...runs, ...judging].reduce((sum, one) => addUsage(sum, one.usage), NO_USAGE);
  const isPriced = costs.length > 0 && costs.every((cost) => cost !== undefined);
  return {
    cases: cases.length,
    attempts: attempts.length,
    passed: count(attempts, 'passed'),
    failed: count(attempts, 'failed'),
    unscored: count(attempts, 'unscored'),
    errors: count(attempts, 'error'),
    skipped: count(attempts, 'skipped'),
    cached: attempts.filter(({ cached }) => cached).length,
    passRate: rateOf(attempts),
    usage,
    ...(isPriced && { cost: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) }),
    durationMs: runs.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

function averagePassAtK(cases: readonly CaseReport[], k: number): EvalReport['passAtK'][number] {
  const values = cases.flatMap(({ attempts }) => {
    const passed = count(attempts, 'passed');
    const all = passed + count(attempts, 'failed');
    return all < k ? [] : [passAtK(all, passed, k)];
  });
  return { k, value: values.length === 0 ? 0 : mean(values), cases: values.length };
}

function tagsOf(cases: readonly CaseReport[]): readonly TagSummary[] {
  const byTag = new Map<string, CaseReport[]>();
  for (const one of cases)
    for (const tag of new Set(one.tags)) byTag.set(tag, [...(byTag.get(tag) ?? []), one]);
  return [...byTag]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tag, tagged]) => {
      const attempts = tagged.flatMap((one) => one.attempts);
      return {
        ...{
          tag,
          cases: tagged.length,
          passed: count(attempts, 'passed'),
          failed: count(attempts, 'failed'),
        },
        passRate: rateOf(attempts),
      };
    });
}

function missingOf({ id, attempts }: CaseReport): readonly Missing[] {
  return attempts.flatMap(({ repetition, status, error, scores }): readonly Missing[] => {
    const where = { caseId: id, repetition };
    if (status === 'error' || status === 'skipped')
      return [{ kind: 'attempt', ...where, reason: error ?? status }];
    return Object.entries(scores).flatMap(([scorer, score]) =>
      'error' in score ? [{ kind: 'score' as const, ...where, scorer, reason: score.error }] : [],
    );
  });
}
