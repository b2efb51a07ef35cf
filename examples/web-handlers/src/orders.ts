import { tool } from 'toolwright';

/** The orders of a shop. */
export class Orders {
  readonly #open = new Map([
    ['A1', 'a lamp'],
    ['A2', 'a chair'],
  ]);

  /** All open orders, by number. */
  @tool({ readOnly: true })
  list(): Record<string, string> {
    return Object.fromEntries(this.#open);
  }

  /**
   * Cancels an order.
   * @param id Number of the order
   */
  @tool({ needsApproval: true })
  cancel(id: string): string {
    return this.#open.delete(id) ? `Order ${id} is cancelled.` : `There is no order ${id}.`;
  }
}
