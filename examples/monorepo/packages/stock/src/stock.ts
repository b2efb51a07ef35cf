import { tool } from 'toolwright';

export interface Item {
  /** Number of the article, e.g. "A-17" */
  readonly article: string;
  /** Number of pieces */
  readonly pieces: number;
}

export class Stock {
  readonly #items: readonly Item[] = [
    { article: 'A-17', pieces: 3 },
    { article: 'B-4', pieces: 0 },
  ];

  /**
   * Articles that are in stock.
   * @param minimum Leaves out articles with fewer pieces
   */
  @tool({ readOnly: true })
  listItems(minimum = 1): Item[] {
    return this.#items.filter(({ pieces }) => pieces >= minimum);
  }
}
