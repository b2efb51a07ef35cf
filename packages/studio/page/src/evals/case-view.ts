import type { CaseReport, EvalReport } from '@toolwright/evals';

/** Which cases of a report are shown. It is part of the address. */
export interface CaseView {
  /** Cases that did not pass. Default: all. */
  readonly state?: CaseState | undefined;
  readonly tag?: string | undefined;
  /** The cases that this scorer failed. */
  readonly scorer?: string | undefined;
  readonly text?: string | undefined;
  /** The case whose attempts are shown. */
  readonly open?: string | undefined;
}

export const CASE_STATES = ['failed', 'not evaluated', 'worse'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Reads a view from the query of an address. Skips what is not valid. */
export function readCaseView(query: string): CaseView {
  const given = new URLSearchParams(query);
  const state = CASE_STATES.find((name) => name === given.get('state'));
  const texts = (['tag', 'scorer', 'text', 'open'] as const).flatMap((name) => {
    const value = given.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return { ...(state !== undefined && { state }), ...Object.fromEntries(texts) };
}

/** The inverse of {@link readCaseView}. */
export function writeCaseView(view: CaseView): string {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(entries).toString();
}

export function selectCases({ cases, comparison }: EvalReport, view: CaseView): readonly CaseReport[] {
  const { state, tag, scorer, text = '' } = view;
  const worse = new Set(
    comparison?.moved.flatMap(({ id, baseline, now }) => (now < baseline ? id : [])) ?? [],
  );
  const wanted = text.trim().toLowerCase();
  return cases.filter((one) => {
    if (tag !== undefined && !one.tags.includes(tag)) return false;
    if (scorer !== undefined && !one.attempts.some(({ scores }) => isFailed(scores[scorer]))) return false;
    if (state === 'failed' && !one.attempts.some(({ status }) => status === 'failed')) return false;
    if (
      state === 'not evaluated' &&
      one.attempts.every(({ status }) => status === 'passed' || status === 'failed')
    )
      return false;
    if (state === 'worse' && !worse.has(one.id)) return false;
    return wanted === '' || `${one.id}\n${one.input}`.toLowerCase().includes(wanted);
  });
}

type Recorded = CaseReport['attempts'][number]['scores'][string];

function isFailed(score: Recorded | undefined): boolean {
  return score !== undefined && 'passed' in score && !score.passed;
}
