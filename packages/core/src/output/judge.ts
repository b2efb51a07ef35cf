import type { OutputWarning, ToolwrightError } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { allowedTypes, isContainer } from '@toolwright/json-schema';
import { acceptExact, type Fit, fitValue, weigh } from './fit-value.js';
import { foreignJson, mismatch } from './invalid-output.js';
import type { OutputTarget } from './output-schema.js';
import type { ReadOutput } from './parsed-output.js';
import type { Candidate } from './text/find-candidates.js';

/** The result of judging the candidates. */
export type Verdict =
  | {
      readonly parsed: ReadOutput;
      /** The number of other values in the text that could also be the answer. */
      readonly rivals: number;
    }
  | {
      readonly parsed?: undefined;
      readonly failure: ToolwrightError | undefined;
      /** Whether a candidate was meant as the answer, so that nothing else in the text can be. */
      readonly isFinal: boolean;
    };

/** Chooses the answer from the candidates: a valid candidate, otherwise the candidate that fits best after recovery. */
export async function judge(candidates: readonly Candidate[], target: OutputTarget): Promise<Verdict> {
  const joined = joinList(candidates, target);
  const found = joined ? [joined] : candidates;
  const exact = await tryAll(
    found.filter(({ changes }) => changes.length === 0),
    (value) => acceptExact(value, target),
  );
  const fitted = exact.length > 0 ? exact : await tryAll(found, (value) => fitValue(value, target));
  const best = choose(fitted);
  if (best?.fit.ok) {
    const rivals = countRivals(best.found, found, target);
    return { parsed: conclude(best.found, best.fit, rivals), rivals };
  }
  const isFinal = best !== undefined && best.fit.weight > 0;
  return { failure: best && describe(best, target), isFinal };
}

/** Joins several objects into a list if a list was requested. */
function joinList(objects: readonly Candidate[], { schema }: OutputTarget): Candidate | undefined {
  const [first] = objects;
  const types = schema && allowedTypes(schema, schema);
  const isList = types?.size === 1 && types.has('array');
  if (!isList || first === undefined || objects.length < 2) return undefined;
  if (objects.some(({ value }) => Array.isArray(value))) return undefined;
  const joined = { path: '', message: `${objects.length} objects were joined into a list.` };
  return {
    start: first.start,
    end: objects.at(-1)?.end ?? first.end,
    value: objects.map(({ value }) => value),
    changes: [...objects.flatMap(({ changes }) => changes), joined],
    unclosed: [],
  };
}

interface Tried {
  readonly found: Candidate;
  readonly fit: Fit;
}

async function tryAll(
  found: readonly Candidate[],
  fit: (value: unknown) => Promise<Fit | undefined>,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const one of found) {
    const result = await fit(one.value);
    if (result !== undefined) tried.push({ found: one, fit: result });
  }
  return tried;
}

/** Chooses a candidate by validity, then by overlap with the schema, fewest changes, longest text, and last position. */
function choose(tried: readonly Tried[]): Tried | undefined {
  return [...tried].reverse().sort((one, other) => {
    const changes = countChanges(one) - countChanges(other);
    const length = sizeOf(other.found) - sizeOf(one.found);
    return (
      Number(other.fit.ok) - Number(one.fit.ok) || other.fit.weight - one.fit.weight || changes || length
    );
  })[0];
}

function sizeOf({ start, end }: Candidate): number {
  return end - start;
}

function countChanges({ found, fit }: Tried): number {
  return found.changes.length + (fit.ok ? fit.changes.length : 0);
}

function countRivals(taken: Candidate, all: readonly Candidate[], target: OutputTarget): number {
  const text = canonicalJson(taken.value);
  return all.filter(
    (other) => other !== taken && weigh(other.value, target) > 0 && canonicalJson(other.value) !== text,
  ).length;
}

function conclude(taken: Candidate, fit: Extract<Fit, { ok: true }>, rivals: number): ReadOutput {
  const changes = [...taken.changes, ...fit.changes];
  const warnings = rivals === 0 ? changes : [...changes, ambiguity(rivals)];
  return { value: fit.value, json: fit.json, warnings, recovered: changes.length > 0 };
}

function ambiguity(rivals: number): OutputWarning {
  const others = rivals === 1 ? 'Another value' : `${rivals} other values`;
  return {
    path: '',
    message: `${others} in the text could also be the answer; the best match was used.`,
  };
}

/** Explains why the best candidate is not the answer. */
function describe({ found, fit }: Tried, { name, schema }: OutputTarget): ToolwrightError {
  const expected = Object.keys(schema?.properties ?? {});
  const isForeign = isContainer(found.value) && !Array.isArray(found.value) && expected.length > 0;
  if (fit.weight === 0 && isForeign) return foreignJson(found.value, name, expected);
  return mismatch(fit.ok ? [] : fit.issues, name);
}
