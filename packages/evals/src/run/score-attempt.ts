import { errorMessage, isRecord, shortenText, type Usage } from '@toolwright/contract';
import type { Attempt, Calibration, GivenScore, Score } from '../define/scorer.js';
import type { RecordedScore } from '../records/eval-record.js';
import type { NamedScorer } from '../scorers/name-scorers.js';
import { withTimeLimit } from './time-limit.js';

/** The calibration of a scorer, or why it cannot be used. */
export type Prepared = {
  readonly calibration?: Calibration | undefined;
  readonly error?: string | undefined;
};

/** Settings of the scorers. */
export interface ScoringSettings {
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  readonly onUsage: (usage: Usage, cost: number | undefined) => void;
  readonly prepared: (scorer: NamedScorer) => Prepared | undefined;
}

const SCORER_TIMEOUT_MS = 60_000;
const MAX_REASON = 2_000;

/** Scores an attempt with each of the scorers. One that throws or hangs does not affect the others. */
export async function scoreAttempt(
  attempt: Attempt,
  scorers: readonly NamedScorer[],
  settings: ScoringSettings,
): Promise<Readonly<Record<string, RecordedScore>>> {
  const scores = await Promise.all(
    scorers.map(async (scorer) => [scorer.name, await scoreWith(scorer, attempt, settings)] as const),
  );
  return Object.fromEntries(scores);
}

async function scoreWith(
  scorer: NamedScorer,
  attempt: Attempt,
  { timeoutMs = SCORER_TIMEOUT_MS, signal, onUsage, prepared }: ScoringSettings,
): Promise<RecordedScore> {
  const { error: unusable, calibration } = prepared(scorer) ?? {};
  const refused = unusable ?? calibration?.refused;
  if (refused !== undefined) return { error: shortenText(refused, MAX_REASON) };
  try {
    const given = await withTimeLimit(`The scorer '${scorer.name}'`, timeoutMs, signal, (own) =>
      // The types of the cases have checked what the scorer expects.
      scorer.score(ownCopy(attempt) as Attempt<never>, { signal: own, onUsage }),
    );
    return readScore(given);
  } catch (error) {
    return { error: shortenText(errorMessage(error), MAX_REASON) };
  }
}

/** Returns a copy whose members a scorer cannot change for the next one. */
function ownCopy(attempt: Attempt): Attempt {
  return Object.freeze({
    ...attempt,
    case: Object.freeze({ ...attempt.case }),
    result: Object.freeze({ ...attempt.result }),
  });
}

/** Reads a score. @throws for a value that is none */
export function readScore(given: GivenScore): Score {
  if (typeof given === 'boolean') return { score: given ? 1 : 0, passed: given };
  if (typeof given === 'number') return readScore({ score: given, passed: given === 1 });
  // Plain JavaScript may return anything.
  if (!isRecord(given) || typeof given.score !== 'number' || typeof given.passed !== 'boolean')
    throw new Error('The scorer must return { score, passed }, a number, true or false.');
  if (!(given.score >= 0 && given.score <= 1))
    throw new Error(`The scorer returned ${given.score}, but a score is from 0 to 1.`);
  const { score, passed, reason, detail } = given;
  if (score === 0 && passed)
    throw new Error('The scorer returned { score: 0, passed: true }, which contradict each other.');
  if (detail !== undefined) checkDetail(detail);
  return {
    score,
    passed,
    ...(reason !== undefined && { reason: shortenText(String(reason), MAX_REASON) }),
    ...(detail !== undefined && { detail }),
  };
}

function checkDetail(detail: unknown): void {
  try {
    JSON.stringify(detail);
  } catch (error) {
    throw new Error(`The 'detail' of the score is no JSON: ${errorMessage(error)}`);
  }
}
