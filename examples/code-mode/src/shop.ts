import { appendFileSync } from 'node:fs';

export interface Order {
  id: number;
  customer: string;
  item: string;
  /** In euros */
  price: number;
  bought: Date;
  state: 'open' | 'sent' | 'arrived' | 'damaged';
}

/** The shop's data. What tools change is written to a file, so that it outlives the process. */
export class Shop {
  readonly orders: readonly Order[] = [
    order(1, 'Ada', 'lamp', 30, '2026-01-05', 'arrived'),
    order(2, 'Ada', 'chair', 90, '2026-03-10', 'damaged'),
    order(3, 'Ada', 'desk', 200, '2026-03-12', 'damaged'),
    order(4, 'Bo', 'shelf', 60, '2026-02-01', 'sent'),
  ];
  readonly #log: string;

  /** @param log the file of effects */
  constructor(log: string) {
    this.#log = log;
  }

  ordersOf(customer: string): Order[] {
    return this.orders.filter((one) => one.customer === customer);
  }

  find(id: number): Order {
    const found = this.orders.find((one) => one.id === id);
    if (found === undefined) throw new Error(`There is no order ${id}.`);
    return found;
  }

  /** Does something that must not happen twice. With the variable KILL_AT, the process then ends as if by a power failure. */
  async change(what: string): Promise<string> {
    appendFileSync(this.#log, `${what}\n`);
    if (process.env.KILL_AT === what) {
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    }
    return what;
  }
}

function order(
  id: number,
  customer: string,
  item: string,
  price: number,
  bought: string,
  state: Order['state'],
): Order {
  return { id, customer, item, price, bought: new Date(bought), state };
}
