import { areApart, type Characters } from './characters.js';
import type { PatternProgram } from './pattern-program.js';
import type { PatternStep } from './pattern-step.js';

/** The maximum number of steps of an unanchored pattern, which is tried at each position of a text. */
const MAX_TRIED = 300;

/**
 * Whether text can match a pattern in only one way, so that a backtracking engine takes linear time. Also returns false for many other
 * linear patterns.
 */
export function hasOneWay({ steps }: PatternProgram): boolean {
  if (steps.some((step) => step.kind === 'condition' && typeof step.condition === 'number')) return false;
  const isUnbounded = steps.some((step) => step.kind === 'jump' && step.by < 0);
  const isAnchored = reachable(steps, 0, true)?.isAnchored ?? false;
  if (!isAnchored && (isUnbounded || steps.length > MAX_TRIED)) return false;
  const starts = [0, ...steps.flatMap((step, index) => (step.kind === 'character' ? [index + 1] : []))];
  return starts.every((start) => {
    const next = reachable(steps, start)?.characters;
    return next !== undefined && areApart(next);
  });
}

interface Reachable {
  readonly characters: readonly Characters[];
  /** Whether every match starts at the beginning of the text. */
  readonly isAnchored: boolean;
}

/** Finds the characters that may follow a step. Returns undefined if one of them can be reached in two ways. */
function reachable(steps: readonly PatternStep[], start: number, mayRepeat = false): Reachable | undefined {
  const seen = new Set<number>();
  const characters: Characters[] = [];
  let isAnchored = true;
  const open = [start];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const step = steps[index];
    if (step === undefined) continue;
    if (seen.has(index)) {
      if (mayRepeat) continue;
      return undefined;
    }
    seen.add(index);
    if (step.kind === 'character') {
      characters.push(step.characters);
      isAnchored = false;
    } else if (step.kind === 'split') open.push(index + 1, index + step.by);
    else if (step.kind === 'jump') open.push(index + step.by);
    else if (step.kind === 'match') isAnchored = false;
    else if (!(mayRepeat && step.condition === 'start')) open.push(index + 1);
  }
  return { characters, isAnchored };
}
