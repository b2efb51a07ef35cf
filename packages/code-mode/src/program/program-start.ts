import { isRecord, type ToolOutcome, ToolwrightError } from '@toolwright/contract';

/** The time and the seed of a program that starts now. */
export function newClock(): { readonly now: number; readonly seed: number } {
  return { now: Date.now(), seed: Math.trunc(Math.random() * 2 ** 32) };
}

/** Reads what `programStart` has recorded. */
export function readStart(outcome: ToolOutcome): {
  readonly now: number;
  readonly seed: number;
  readonly refused: string | null;
} {
  const { now, seed, refused } = isRecord(outcome.result) ? outcome.result : {};
  const isRefused = outcome.error !== null || typeof refused === 'string';
  return {
    now: Number(now),
    seed: Number(seed),
    refused: isRefused ? (outcome.error ?? String(refused)) : null,
  };
}

/** Some of the program's calls have taken effect, so that the model must not write it again. */
export function staleProgram(problems: string): ToolwrightError {
  const message = `The paused program cannot continue: it does not fit the present tools.\n\n${problems}`;
  return new ToolwrightError('STALE_PROGRAM', message, {
    blame: 'developer',
    hint: 'Resume it with tools that have the types of the time before the pause, or start a new run.',
  });
}
