/** Limits the work of one comparison, so that third-party schemas cannot block the program. */
export class Budget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  /** @throws Undecided when the budget is exhausted */
  spend(units = 1): void {
    this.#left -= units;
    if (this.#left < 0) throw new Undecided('the schemas are too large to compare');
  }
}

/** Ends a comparison without a result. The message is the reason. */
export class Undecided extends Error {}
