import { type Int, type Min, tool } from 'toolwright';

/** The shelves of a small library. Its methods are tools, and all callers share its books. */
export class Library {
  readonly #copies = new Map([
    ['Momo', 2],
    ['Solaris', 1],
    ['Frankenstein', 0],
  ]);

  /** The titles that there are, and how many copies of each stand on the shelf. */
  @tool({ readOnly: true })
  shelf(): Record<string, number> {
    return Object.fromEntries(this.#copies);
  }

  /**
   * Lends a copy to a reader.
   * @param title As the shelf has it
   */
  @tool
  lend(title: string): string {
    const left = this.#copies.get(title);
    if (left === undefined) throw new Error(`there is no book "${title}"`);
    if (left === 0) throw new Error(`all copies of "${title}" are lent`);
    this.#copies.set(title, left - 1);
    return `"${title}" is lent; ${left - 1} left.`;
  }

  /**
   * Puts new copies on the shelf.
   * @param title Of the book
   * @param copies How many
   */
  @tool
  buy(title: string, copies: number & Int & Min<1> = 1): string {
    const now = (this.#copies.get(title) ?? 0) + copies;
    this.#copies.set(title, now);
    return `"${title}" has ${now} copies now.`;
  }
}
