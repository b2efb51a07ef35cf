import { isRecord } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { type Eval, isDataset } from '../define/define-eval.js';
import type { EvalCase } from '../define/eval-case.js';
import { digestOf } from '../digest.js';
import type { Missing } from '../report/eval-report.js';
import { isScorer, type NamedScorer, nameScorers } from '../scorers/name-scorers.js';
import { type PlacedCase, type ReadDataset, readDataset } from './read-dataset.js';

/** A case that can be run. */
export interface LoadedCase {
  readonly data: EvalCase<unknown>;
  /** Those of the eval, then those of the case. */
  readonly scorers: readonly NamedScorer[];
  /** Those of the case. */
  readonly own: readonly NamedScorer[];
  /** Of what the case says, with its own scorers. */
  readonly digest: string;
}

export interface LoadedCases {
  readonly cases: readonly LoadedCase[];
  readonly missing: readonly Missing[];
  readonly notes: readonly string[];
}

/** Loads and checks the cases of an eval. @param folder that of the file of the eval */
export function loadCases({ cases, scorers }: Eval, folder: string): LoadedCases {
  const read: ReadDataset = isDataset(cases)
    ? readDataset(cases, folder)
    : { cases: cases.map((value) => ({ value })), missing: [], notes: [] };
  const missing: Missing[] = [...read.missing];
  const loaded = new Map<string, LoadedCase>();
  const places = new Map<string, string>();
  for (const [index, placed] of read.cases.entries()) {
    const place = placed.place ?? `case ${index + 1}`;
    const found = loadCase(placed, scorers);
    if ('problem' in found) {
      missing.push({
        kind: 'case',
        place,
        ...(found.id !== undefined && { caseId: found.id }),
        reason: found.problem,
      });
      continue;
    }
    const { id } = found.data;
    const first = places.get(id);
    if (first !== undefined) {
      missing.push({ kind: 'case', place, caseId: id, reason: `The id '${id}' is that of ${first}.` });
      continue;
    }
    places.set(id, place);
    loaded.set(id, found);
  }
  return { cases: [...loaded.values()], missing, notes: read.notes };
}

type Problem = { readonly problem: string; readonly id?: string };

const MAX_ID = 200;
const redaction = createRedaction({ env: process.env });

function loadCase({ value }: PlacedCase, shared: Eval['scorers']): LoadedCase | Problem {
  if (!isRecord(value)) return { problem: 'A case must be an object.' };
  const id = typeof value.id === 'number' ? String(value.id) : value.id;
  if (typeof id !== 'string' || id.trim() === '') return { problem: "A case needs an 'id'." };
  if (id.length > MAX_ID) return { problem: `The id is longer than ${MAX_ID} characters.` };
  if (/\p{Cc}/u.test(id)) return { problem: 'The id contains control characters.' };
  // Ids and tags are in all reports and in the baseline.
  const named = [id, ...(Array.isArray(value.tags) ? value.tags.map(String) : [])];
  if (named.some((text) => redaction.redact(text) !== text))
    return { problem: 'The id or a tag contains what looks like a secret.' };
  const problem = caseProblem(value);
  if (problem !== undefined) return { id, problem };
  // Checked above.
  const data = { ...value, id } as EvalCase<unknown>;
  const scorers = nameScorers([...shared, ...(data.scorers ?? [])]);
  if (scorers.length === 0) return { id, problem: 'The case has no scorer.' };
  const secrets = scorers.flatMap((scorer) => scorer.secrets ?? []).map((secret) => secret.toLowerCase());
  if (named.some((text) => secrets.some((secret) => text.toLowerCase().includes(secret))))
    return { problem: 'The id or a tag contains a secret of a scorer.' };
  const { input, context, expected, attack } = data;
  const own = scorers.slice(shared.length);
  const versions = own.map(({ name, version }) => [name, version]);
  return { data, scorers, own, digest: digestOf({ id, input, context, expected, attack, versions }) };
}

function caseProblem({ input, tags, scorers }: Readonly<Record<string, unknown>>): string | undefined {
  if (input === undefined || input === null || input === '') return "A case needs an 'input'.";
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')))
    return "'tags' must be a list of texts.";
  if (scorers !== undefined && !(Array.isArray(scorers) && scorers.every(isScorer)))
    return "'scorers' must be a list of scorers.";
  return undefined;
}
