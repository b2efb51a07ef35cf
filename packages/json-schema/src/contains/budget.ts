/** Limits the work of one comparison, so that schemas of others cannot keep the program busy. */
export class Budget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  /** @throws Undecided when the work is used up */
  spend(units = 1): void {
    this.#left -= units;
    if (this.#left < 0) throw new Undecided('the schemas are too large to be compared');
  }
}

/** Ends a comparison without an answer. The message is the reason. */
export class Undecided extends Error {}
