import { type Lookaround, MAX_STEPS, type PatternStep } from './pattern-step.js';

/** A group of a pattern, or the whole pattern, while it is read. */
export class PatternGroup {
  readonly lookaround: Omit<Lookaround, 'steps'> | undefined;
  /** Whether it is matched from the end of the text, as everything in a lookahead. */
  readonly isBackward: boolean;
  #steps: PatternStep[] = [];
  /** The last part, to which a quantifier applies. It is not yet in the steps. */
  #part: PatternStep[] = [];
  /** The index at which the current branch starts. */
  #branch = 0;
  /** The indexes of the steps that jump from the end of a branch to the end of the group. */
  readonly #jumps: number[] = [];

  /** @param opening such as `(?:`; empty for the whole pattern */
  constructor(opening: string, isInBackward: boolean) {
    const [, behind, kind] = /^\(\?(<?)([=!])$/.exec(opening) ?? [];
    this.lookaround = kind === undefined ? undefined : { isAhead: behind === '', isNegative: kind === '!' };
    this.isBackward = this.lookaround?.isAhead ?? isInBackward;
  }

  /** The number of steps so far. */
  get length(): number {
    return this.#steps.length + this.#part.length;
  }

  add(part: PatternStep[]): void {
    this.#flush();
    this.#part = part;
  }

  /** Repeats the last part. Returns false if there would be too many steps. */
  repeat(min: number, max: number): boolean {
    const repeated = repeat(this.#part, min, max);
    if (repeated !== undefined) this.#part = repeated;
    return repeated !== undefined;
  }

  startBranch(): void {
    this.#flush();
    this.#steps.splice(this.#branch, 0, { kind: 'split', by: this.length - this.#branch + 2 });
    this.#jumps.push(this.length);
    this.#steps.push({ kind: 'match' });
    this.#branch = this.length;
  }

  /** Returns the steps of the complete group. */
  close(): PatternStep[] {
    this.#flush();
    for (const index of this.#jumps) this.#steps[index] = { kind: 'jump', by: this.length - index };
    return this.#steps;
  }

  /** Takes over the array of the first part, so that deep nesting takes linear time. */
  #flush(): void {
    if (this.#steps.length === 0) this.#steps = this.#part;
    else this.#steps.splice(this.isBackward ? this.#branch : this.#steps.length, 0, ...this.#part);
    this.#part = [];
  }
}

function repeat(body: PatternStep[], min: number, max: number): PatternStep[] | undefined {
  if (min === 1 && max === 1) return body;
  const isUnbounded = max === Infinity;
  const optional = isUnbounded ? 1 : max - min;
  const size = body.length + 1;
  if (body.length * min + size * optional > MAX_STEPS) return undefined;
  const steps: PatternStep[] = [];
  for (let count = 0; count < min && body.length > 0; count += 1) steps.push(...body);
  for (let count = optional; count > 0; count -= 1) {
    steps.push({ kind: 'split', by: size * count + (isUnbounded ? 1 : 0) }, ...body);
  }
  if (isUnbounded) steps.push({ kind: 'jump', by: -size });
  return steps;
}
