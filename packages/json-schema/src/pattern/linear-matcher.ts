import type { Characters } from './characters.js';
import type { PatternProgram } from './pattern-program.js';
import type { Condition, Lookaround, PatternStep } from './pattern-step.js';

/** Whether some part of a text matches a pattern. Takes linear time, because it follows all alternatives in parallel. */
export function matchesLinearly(program: PatternProgram, text: string, word: Characters): boolean {
  const points = codePoints(text);
  const around: Uint8Array[] = [];
  const holds = (condition: Condition, at: number): boolean => {
    if (typeof condition === 'number') return around[condition]?.[at] === 1;
    if (condition === 'start') return at === 0;
    if (condition === 'end') return at === points.length;
    const isBoundary = isWord(points[at - 1], word) !== isWord(points[at], word);
    return isBoundary === (condition === 'boundary');
  };
  for (const lookaround of program.lookarounds) around.push(placesOf(lookaround, points, holds));
  return new Walk(program.steps, points, holds).findsMatch();
}

type Holds = (condition: Condition, at: number) => boolean;

/** Returns an array with 1 at each position between characters where a lookaround holds. */
function placesOf({ steps, isAhead, isNegative }: Lookaround, points: number[], holds: Holds): Uint8Array {
  const walk = new Walk(steps, isAhead ? points.toReversed() : points, (condition, at) =>
    holds(condition, isAhead ? points.length - at : at),
  );
  const places = new Uint8Array(points.length + 1);
  for (let at = 0; at <= points.length; at += 1) {
    const isMatch = walk.matchesAt(at);
    places[isAhead ? points.length - at : at] = isMatch === isNegative ? 0 : 1;
  }
  return places;
}

/** Reads each character once, and starts a match at each position. */
class Walk {
  readonly #steps: readonly PatternStep[];
  readonly #points: readonly number[];
  readonly #holds: Holds;
  /** The position at which each step was last entered. */
  readonly #entered: Int32Array;
  #current: number[] = [];
  #isMatch = false;

  constructor(steps: readonly PatternStep[], points: readonly number[], holds: Holds) {
    this.#steps = steps;
    this.#points = points;
    this.#holds = holds;
    this.#entered = new Int32Array(steps.length).fill(-1);
  }

  findsMatch(): boolean {
    for (let at = 0; at <= this.#points.length; at += 1) {
      if (this.matchesAt(at)) return true;
    }
    return false;
  }

  /** Whether a match ends at a position. Must be called for each position in order. */
  matchesAt(at: number): boolean {
    this.#isMatch = false;
    const next: number[] = [];
    const point = this.#points[at - 1];
    for (const index of this.#current) {
      const step = this.#steps[index];
      if (point !== undefined && step?.kind === 'character' && step.characters.has(point))
        this.#enter(index + 1, at, next);
    }
    this.#enter(0, at, next);
    this.#current = next;
    return this.#isMatch;
  }

  /** Collects the character steps that can be reached from a step. */
  #enter(start: number, at: number, next: number[]): void {
    const open = [start];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const step = this.#steps[index];
      if (step === undefined || this.#entered[index] === at) continue;
      this.#entered[index] = at;
      if (step.kind === 'character') next.push(index);
      else if (step.kind === 'split') open.push(index + step.by, index + 1);
      else if (step.kind === 'jump') open.push(index + step.by);
      else if (step.kind === 'match') this.#isMatch = true;
      else if (this.#holds(step.condition, at)) open.push(index + 1);
    }
  }
}

function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    points.push(point);
    if (point > 0xffff) at += 1;
  }
  return points;
}

function isWord(point: number | undefined, word: Characters): boolean {
  return point !== undefined && word.has(point);
}
