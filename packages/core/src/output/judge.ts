import type { OutputWarning, ToolwrightError } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/schema';
import { isContainer } from '@toolwright/tools/validation';
import { acceptExact, type Fit, fitValue, weigh } from './fit-value.js';
import { foreignJson, mismatch, unreadableJson } from './invalid-output.js';
import type { OutputTarget } from './output-schema.js';
import type { ParsedOutput } from './parsed-output.js';
import { type Found, joinList, type Reading, readCandidate } from './read-candidate.js';
import type { Candidate } from './text/find-candidates.js';

/** What became of the candidates of one place in a text. */
export type Verdict =
  | { readonly parsed: ParsedOutput }
  | {
      readonly parsed?: undefined;
      readonly failure: ToolwrightError | undefined;
      /** Whether one of them is meant to be the answer, so that nothing else in the text is. */
      readonly isFinal: boolean;
      /** Those that are something else, and may have the answer in them. */
      readonly strangers: readonly Candidate[];
    };

/** Chooses the candidate that is the answer: one that is valid as it is, else the one that fits best after repair. */
export async function judge(candidates: readonly Candidate[], target: OutputTarget): Promise<Verdict> {
  const readings = candidates.map(readCandidate);
  const joined = joinList(readings, target);
  const found = joined ? [joined] : readings.flatMap((reading) => reading.found ?? []);
  const exact = await tryAll(
    found.filter(({ changes }) => changes.length === 0),
    (value) => acceptExact(value, target),
  );
  const fitted = exact.length > 0 ? exact : await tryAll(found, (value) => fitValue(value, target));
  const best = choose(fitted);
  if (best?.fit.ok) return { parsed: conclude(best.found, best.fit, found, target) };
  const failure = describe(best, readings, target);
  const isFinal = best !== undefined && best.fit.weight > 0;
  return { failure, isFinal, strangers: isFinal ? [] : candidates };
}

interface Tried {
  readonly found: Found;
  readonly fit: Fit;
}

async function tryAll(
  found: readonly Found[],
  fit: (value: unknown) => Promise<Fit | undefined>,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const one of found) {
    const result = await fit(one.value);
    if (result !== undefined) tried.push({ found: one, fit: result });
  }
  return tried;
}

/** Valid before invalid, then what the schema knows most of, then with fewest changes, then the longest, then the last. */
function choose(tried: readonly Tried[]): Tried | undefined {
  return [...tried].reverse().sort((one, other) => {
    const changes = countChanges(one) - countChanges(other);
    const length = other.found.length - one.found.length;
    return (
      Number(other.fit.ok) - Number(one.fit.ok) || other.fit.weight - one.fit.weight || changes || length
    );
  })[0];
}

function countChanges({ found, fit }: Tried): number {
  return found.changes.length + (fit.ok ? fit.changes.length : 0);
}

function conclude(
  taken: Found,
  fit: Extract<Fit, { ok: true }>,
  all: readonly Found[],
  target: OutputTarget,
): ParsedOutput {
  const changes = [...taken.changes, ...fit.changes];
  const text = canonicalJson(taken.value);
  const others = all.filter(
    ({ candidate, value }) => candidate !== taken.candidate && canonicalJson(value) !== text,
  );
  const rivals = new Set(
    others.filter(({ value }) => weigh(value, target) > 0).map(({ candidate }) => candidate),
  );
  const warnings = rivals.size === 0 ? changes : [...changes, ambiguity(rivals.size)];
  return { value: fit.value, warnings, recovered: changes.length > 0 };
}

function ambiguity(rivals: number): OutputWarning {
  const others = rivals === 1 ? 'Another value' : `${rivals} other values`;
  return {
    path: '',
    message: `${others} in the text could be meant as well; the one that fits best was taken.`,
  };
}

/** Why none of the candidates is the answer; undefined where there are none. */
function describe(
  best: Tried | undefined,
  readings: readonly Reading[],
  { name, schema }: OutputTarget,
): ToolwrightError | undefined {
  if (best === undefined) {
    const unreadable = readings.find((reading) => reading.found === undefined);
    return unreadable && !unreadable.found ? unreadableJson(unreadable.cause) : undefined;
  }
  const { found, fit } = best;
  const expected = Object.keys(schema?.properties ?? {});
  const isForeign = isContainer(found.value) && !Array.isArray(found.value) && expected.length > 0;
  if (fit.weight === 0 && isForeign) return foreignJson(found.value, name, expected);
  return mismatch(fit.ok ? [] : fit.issues, name);
}
