import { suggestName, ToolwrightError } from '@toolwright/contract';
import { type LoadedCase, type LoadedCases, loadCases } from '../dataset/load-cases.js';
import type { Eval } from '../define/define-eval.js';
import { digestOf } from '../digest.js';
import type { Missing } from '../report/eval-report.js';
import type { PlannedAttempt } from './run-attempt.js';

/** Which cases are run. Default: all. */
export interface Selection {
  readonly caseIds?: readonly string[] | undefined;
  /** Cases with at least one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** What an eval runs. */
export interface EvalPlan {
  readonly cases: readonly LoadedCase[];
  readonly attempts: readonly PlannedAttempt[];
  readonly repetitions: number;
  readonly missing: readonly Missing[];
  readonly notes: readonly string[];
  /** Of everything that decides about the report. */
  readonly digest: string;
}

/** Plans the attempts, case by case. @throws ToolwrightError `USAGE` for a case or a tag that the eval does not have */
export function planEval(
  { name, version, repetitions = 1 }: Eval,
  { cases: all, missing, notes }: LoadedCases,
  fingerprint: string | undefined,
  { caseIds, tags }: Selection,
): EvalPlan {
  check(
    'case',
    caseIds,
    all.map(({ data }) => data.id),
  );
  check(
    'tag',
    tags,
    all.flatMap(({ data }) => data.tags ?? []),
  );
  const cases = all.filter((one) => isSelected(one, { caseIds, tags }));
  const attempts = cases.flatMap((loaded) =>
    Array.from({ length: repetitions }, (_, index) => {
      const scorers = loaded.scorers.map((scorer) => [scorer.name, scorer.version]);
      const parts = { name, version, fingerprint, case: loaded.digest, scorers, repetition: index + 1 };
      return { loaded, repetition: index + 1, key: digestOf(parts) };
    }),
  );
  const digest = digestOf({ name, repetitions, keys: attempts.map(({ key }) => key) });
  return { cases, attempts, repetitions, missing: withNone(missing, all.length), notes, digest };
}

/** Whether an eval has cases of a selection. @param folder that of the file of the eval */
export function hasSelected(definition: Eval, folder: string, selection: Selection): boolean {
  return loadCases(definition, folder).cases.some((one) => isSelected(one, selection));
}

function isSelected({ data: { id, tags: own = [] } }: LoadedCase, { caseIds, tags }: Selection): boolean {
  return (caseIds?.includes(id) ?? true) && (tags?.some((tag) => own.includes(tag)) ?? true);
}

function withNone(missing: readonly Missing[], count: number): readonly Missing[] {
  if (count > 0 || missing.length > 0) return missing;
  return [{ kind: 'dataset', reason: 'The eval has no cases.' }];
}

function check(what: 'case' | 'tag', given: readonly string[] = [], known: readonly string[]): void {
  const names = new Set(known);
  const unknown = given.find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new ToolwrightError('USAGE', `The eval has no ${what} '${unknown}'.`, {
    blame: 'user',
    hint: suggestName(unknown, [...names]),
  });
}
