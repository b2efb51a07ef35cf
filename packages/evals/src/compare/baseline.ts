import { isRecord, ToolwrightError } from '@toolwright/contract';
import { parseJson } from '../parse-json.js';
import type { CaseReport, EvalReport } from '../report/eval-report.js';
import { bootstrapMean, resamplesOf } from './bootstrap.js';
import type { Comparison, Difference } from './comparison.js';

/** The results that later reports are compared with. The file is small and always written the same way, so that its diff can be reviewed. */
export interface Baseline {
  readonly version: 1;
  readonly evals: Readonly<Record<string, BaselineEval>>;
}

export interface BaselineEval {
  /** The versions of the scorers, by name. */
  readonly scorers: Readonly<Record<string, string>>;
  /** By id. */
  readonly cases: Readonly<Record<string, BaselineCase>>;
}

export interface BaselineCase {
  readonly digest: string;
  readonly passRate: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** Returns the baseline of reports. Cases without a result are left out. */
export function toBaseline(reports: readonly EvalReport[]): Baseline {
  return {
    version: 1,
    evals: sorted(reports.map((report) => [report.eval, baselineOf(report)])),
  };
}

/** Writes a baseline: sorted, a line each case. */
export function printBaseline({ evals }: Baseline): string {
  const texts = Object.entries(evals).map(([name, { scorers, cases }]) => {
    const lines = Object.entries(cases).map(
      ([id, one]) => `        ${JSON.stringify(id)}: ${JSON.stringify(one)}`,
    );
    const list = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n      }`;
    return `    ${JSON.stringify(name)}: {\n      "scorers": ${JSON.stringify(scorers)},\n      "cases": ${list}\n    }`;
  });
  return `{\n  "version": 1,\n  "evals": {\n${texts.join(',\n')}\n  }\n}\n`;
}

/** Reads a baseline, or the report of an eval. @param file its name, for errors @throws ToolwrightError `USAGE` */
export function readBaseline(text: string, file: string): Baseline {
  const value = parseJson(text);
  // Both were written by this module; the version says so.
  if (isRecord(value) && value.version === 1) {
    if (isRecord(value.evals)) {
      checkShares(value as unknown as Baseline, file);
      return value as unknown as Baseline;
    }
    if (typeof value.eval === 'string' && Array.isArray(value.cases))
      return toBaseline([value as unknown as EvalReport]);
  }
  throw new ToolwrightError('USAGE', `${file} is not a baseline and not the report of an eval.`, {
    blame: 'user',
    hint: 'Write one with `toolwright eval --save-baseline <file>`.',
  });
}

/** @throws ToolwrightError `USAGE` for a value that no run has written */
function checkShares({ evals }: Baseline, file: string): void {
  // Plain text may say anything.
  for (const one of Object.values<BaselineEval | null>(evals))
    for (const [id, { passRate, scores = {} }] of Object.entries(one?.cases ?? {}))
      for (const value of [passRate, ...Object.values(scores)])
        if (!(value >= 0 && value <= 1))
          throw new ToolwrightError('USAGE', `${file} is damaged: case '${id}' has the score ${value}.`, {
            blame: 'user',
            hint: 'Write it again with `toolwright eval --save-baseline <file>`.',
          });
}

const CONFIDENCE = 0.95;
/** With fewer cases that differ, chance alone gives them all the same sign in more than 5% of comparisons: 2 / 2^5. */
const MIN_DIFFERING = 6;

/** Compares a report with the baseline of its eval, over the cases that are the same in both. */
export function compareWithBaseline(report: EvalReport, { evals }: Baseline): Comparison {
  const before = Object.hasOwn(evals, report.eval) ? evals[report.eval] : undefined;
  const known = new Map(Object.entries(before?.cases ?? {}));
  const current = new Map(report.cases.map((one) => [one.id, one]));
  const pairs: (readonly [BaselineCase, CaseReport])[] = [];
  const lists = { added: [] as string[], changed: [] as string[], incomplete: [] as string[] };
  for (const [id, one] of current) {
    const old = known.get(id);
    if (old === undefined) lists.added.push(id);
    else if (old.digest !== one.digest) lists.changed.push(id);
    else if (one.passRate === null) lists.incomplete.push(id);
    else pairs.push([old, one]);
  }
  const versions = new Map(Object.entries(before?.scorers ?? {}));
  const shared = report.scorers.filter(({ name, version }) => versions.get(name) === version);
  const names = new Set([...versions.keys(), ...report.scorers.map(({ name }) => name)]);
  for (const { name } of shared) names.delete(name);
  // The more scorers, the likelier that one of them differs by chance.
  const confidence = 1 - (1 - CONFIDENCE) / Math.max(shared.length, 1);
  return {
    cases: pairs.length,
    conclusive: pairs.length >= MIN_DIFFERING,
    resamples: resamplesOf(pairs.length),
    total: compare(
      pairs.map(([old, now]) => [old.passRate, now.passRate ?? 0]),
      CONFIDENCE,
    ),
    scorers: shared.map(({ name }) => ({
      scorer: name,
      ...compare(
        pairs.flatMap(([old, now]) => {
          const [was, is] = [old.scores[name], now.scores[name]];
          return was === undefined || is === undefined ? [] : [[was, is] as const];
        }),
        confidence,
      ),
    })),
    moved: pairs.flatMap(([old, { id, passRate }]) => {
      const now = round(passRate ?? 0);
      return now === round(old.passRate) ? [] : [{ id, baseline: old.passRate, now }];
    }),
    ...lists,
    removed: [...known.keys()].filter((id) => !current.has(id)),
    scorersLeftOut: [...names].sort(),
  };
}

function compare(pairs: readonly (readonly [was: number, is: number])[], confidence: number): Difference {
  if (pairs.length === 0) {
    const none = { baseline: null, now: null, difference: null, interval: null };
    return { ...none, confidence, verdict: 'not distinguishable' };
  }
  const [baseline, now] = [mean(pairs.map(([was]) => was)), mean(pairs.map(([, is]) => is))];
  // Baselines are rounded.
  const differences = pairs.map(([was, is]) => round(is) - round(was));
  const { low, high } = bootstrapMean(differences, confidence);
  const differing = differences.filter((difference) => difference !== 0).length;
  const isClear = differing >= MIN_DIFFERING && (low > 0 || high < 0);
  return {
    ...{ baseline, now, difference: mean(differences), interval: [low, high], confidence },
    verdict: !isClear ? 'not distinguishable' : low > 0 ? 'better' : 'worse',
  };
}

function baselineOf({ scorers, cases }: EvalReport): BaselineEval {
  return {
    scorers: sorted(scorers.map(({ name, version }) => [name, version])),
    cases: sorted(
      cases.flatMap(({ id, digest, passRate, scores }) => {
        if (passRate === null) return [];
        const means = sorted(Object.entries(scores).map(([name, value]) => [name, round(value)]));
        return [[id, { digest, passRate: round(passRate), scores: means }] as const];
      }),
    ),
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sorted<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));
}
