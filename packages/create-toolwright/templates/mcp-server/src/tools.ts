import { type ToolContext, tool } from 'toolwright';

export interface Count {
  item: string;
  pieces: number;
}

export class Stock {
  readonly #pieces = new Map([
    ['A-17', 3],
    ['B-4', 0],
  ]);

  /**
   * Counts the pieces of an item in stock.
   * @param item Item number, e.g. "A-17"
   */
  @tool({ readOnly: true, title: 'Count stock' })
  async count(item: string, context: ToolContext): Promise<Count> {
    context.progress({ progress: 1, total: 1, message: 'asking the warehouse' });
    const pieces = this.#pieces.get(item);
    if (pieces === undefined)
      throw new Error(`There is no item ${item}. Items: ${[...this.#pieces.keys()].join(', ')}.`);
    return { item, pieces };
  }
}
