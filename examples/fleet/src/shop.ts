import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Int, tool } from 'toolwright';

/** A shop whose ledger is a table: a charge that runs twice has two rows. */
export class Shop {
  constructor(private readonly pool: Pool) {}

  static async createTables(pool: Pool): Promise<void> {
    await pool.query('CREATE TABLE IF NOT EXISTS ledger (order_id INT NOT NULL, cents INT NOT NULL)');
    await pool.query('CREATE TABLE IF NOT EXISTS letters (order_id INT PRIMARY KEY)');
  }

  /**
   * What an order costs, in cents.
   * @param order Its number
   */
  @tool({ readOnly: true })
  async price(order: number & Int): Promise<number> {
    await work();
    return priceOf(order);
  }

  /**
   * Charges the customer.
   * @param order Its number
   * @param cents What the order costs
   */
  @tool
  async charge(order: number & Int, cents: number & Int): Promise<string> {
    await work();
    await this.pool.query('INSERT INTO ledger (order_id, cents) VALUES ($1, $2)', [order, cents]);
    await work();
    return `Charged ${cents} cents.`;
  }

  /**
   * Writes to the customer; once, however often it is asked to.
   * @param order Its number
   */
  @tool({ idempotent: true })
  async confirm(order: number & Int): Promise<string> {
    await work();
    await this.pool.query('INSERT INTO letters (order_id) VALUES ($1) ON CONFLICT DO NOTHING', [order]);
    return `Confirmed order ${order}.`;
  }
}

export function priceOf(order: number): number {
  return 100 + order;
}

/** Takes some time, so that the worker may be killed meanwhile. */
async function work(): Promise<void> {
  await setTimeout(5 + Math.random() * 20);
}
