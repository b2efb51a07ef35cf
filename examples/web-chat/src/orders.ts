import { setTimeout } from 'node:timers/promises';
import { type ToolContext, tool } from 'toolwright';

/** The orders of a shop. */
export class Orders {
  readonly #open = new Map([
    ['A1', 'a lamp'],
    ['A2', 'a chair'],
  ]);

  /** All open orders, by number. */
  @tool({ readOnly: true })
  async list(context: ToolContext): Promise<Record<string, string>> {
    for (const percent of [30, 60, 100]) {
      context.progress(percent);
      await setTimeout(20);
    }
    return Object.fromEntries(this.#open);
  }

  /**
   * Cancels an order.
   * @param id Number of the order
   */
  @tool({ needsApproval: true })
  cancel(id: string): string {
    if (!this.#open.delete(id)) throw new Error(`No order '${id}' in the table orders of db.internal.`);
    return `Order ${id} is cancelled.`;
  }
}
