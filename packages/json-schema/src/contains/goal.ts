import type { JsonValue } from '@toolwright/contract';

/** Puts a value that one part refuses into a value that the whole refuses; undefined if that does not work. */
export type Embed = (value: JsonValue) => JsonValue | undefined;

/**
 * A question of the comparison. Questions may depend on each other in circles: all are true that cannot be refuted, because each circle
 * goes through a part of a value, and values are finite.
 */
export class Goal {
  /** True if `every` part is, or `some` part. */
  readonly needs: 'every' | 'some';
  readonly #parts: { readonly goal: Goal; readonly embed: Embed | undefined }[] = [];
  readonly #parents: Goal[] = [];
  #failures = 0;
  /** The how-manyeth it was refuted as; undefined while it may be true. */
  refuted: number | undefined;
  reason: string | undefined;
  /** Values that refute it by themselves, without its parts. */
  own: (() => readonly JsonValue[]) | undefined;
  /** Which values refute it. */
  check: ((value: JsonValue) => boolean) | undefined;
  examples: readonly JsonValue[] = [];

  constructor(needs: 'every' | 'some') {
    this.needs = needs;
  }

  get parts(): readonly { readonly goal: Goal; readonly embed: Embed | undefined }[] {
    return this.#parts;
  }

  /** Whether nothing can make it true. */
  get isRefutedAlone(): boolean {
    return this.needs === 'some' && this.#parts.length === 0;
  }

  add(goal: Goal, embed?: Embed): void {
    this.#parts.push({ goal, embed });
    goal.#parents.push(this);
  }

  /** Refutes goals until no more follow from those that are. */
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
