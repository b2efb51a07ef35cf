import type { JsonValue } from '@toolwright/contract';

/** Turns a value that refutes a part into a value that refutes the whole. Returns undefined if that is impossible. */
export type Embed = (value: JsonValue) => JsonValue | undefined;

/**
 * A proposition of the comparison. Goals may depend on each other in cycles. Every goal that cannot be refuted is true, because each
 * cycle descends into a part of a value, and values are finite.
 */
export class Goal {
  /** Whether the goal is true if every part is true, or if some part is true. */
  readonly needs: 'every' | 'some';
  readonly #parts: { readonly goal: Goal; readonly embed: Embed | undefined }[] = [];
  readonly #parents: Goal[] = [];
  #failures = 0;
  /** The goal's position in the order of refutation; undefined while it may be true. */
  refuted: number | undefined;
  reason: string | undefined;
  /** Values that refute the goal independently of its parts. */
  own: (() => readonly JsonValue[]) | undefined;
  check: ((value: JsonValue) => boolean) | undefined;
  examples: readonly JsonValue[] = [];

  constructor(needs: 'every' | 'some') {
    this.needs = needs;
  }

  get parts(): readonly { readonly goal: Goal; readonly embed: Embed | undefined }[] {
    return this.#parts;
  }

  /** Whether the goal is false independently of its parts. */
  get isRefutedAlone(): boolean {
    return this.needs === 'some' && this.#parts.length === 0;
  }

  add(goal: Goal, embed?: Embed): void {
    this.#parts.push({ goal, embed });
    goal.#parents.push(this);
  }

  /** Refutes goals until no further goal can be refuted. */
  static solve(goals: readonly Goal[]): void {
    let order = 0;
    const refute = (goal: Goal): void => {
      goal.refuted = order;
      order += 1;
      open.push(goal);
    };
    const open: Goal[] = [];
    for (const goal of goals) if (goal.isRefutedAlone) refute(goal);
    for (let index = 0; index < open.length; index += 1) {
      const goal = open[index];
      for (const parent of goal === undefined ? [] : goal.#parents) {
        parent.#failures += 1;
        if (parent.refuted !== undefined) continue;
        if (parent.needs === 'every' || parent.#failures === parent.#parts.length) refute(parent);
      }
    }
  }
}
